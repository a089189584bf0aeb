import { z } from 'zod'
import { count, money, opaque } from '../wireParts.ts'
import { wireSchema } from '../wireSchema.ts'

const quote = z.object({
  sizes: z.array(z.object({ variant: z.string(), unitPrice: money })),
  lines: z.array(z.object({ variant: z.string(), quantity: count, unitPrice: money, discount: money, total: money })),
  voucher: z.object({ code: z.string(), state: z.string(), minimumOrder: money.nullish() }).nullish(),
  subtotal: money,
  discount: money,
  delivery: money,
  vatRate: z.string(),
  tax: money,
  total: money,
})

/** What a basket costs, as the shop sends it. */
export type WireQuote = z.infer<typeof quote>

/** Schema of a quote. */
export const wireQuote = wireSchema(quote)

const placed = z.object({ orderCode: opaque, code: z.literal('BASKET_ORDERED').nullish() })
const changed = z.object({ quote, missingPhotoIds: z.array(opaque) })

/**
 * The outcome of an order: its code, or what has changed since the customer saw it. With `BASKET_ORDERED`, another
 * attempt has placed the order, and this one has ordered nothing.
 */
export type WirePlaced = z.infer<typeof placed> | z.infer<typeof changed>

/** Schema of the response to an order. */
export const wirePlaced = wireSchema(z.union([placed, changed]))

/** Schema of the response to a payment. */
export const wirePaid = wireSchema(z.object({ orderCode: opaque }))
