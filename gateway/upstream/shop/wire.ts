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

/**
 * Schema of the response to an order: the code of the order, the code of the order that another attempt has placed, or
 * what is not as the customer saw it.
 */
export const wirePlaced = wireSchema(
  z.union([
    z.object({ code: z.literal('BASKET_ORDERED'), orderCode: opaque }),
    z.object({ orderCode: opaque }),
    z.object({ quote, missingPhotoIds: z.array(opaque) }),
  ]),
)

/** Schema of the response to a payment. */
export const wirePaid = wireSchema(z.object({ orderCode: opaque }))
