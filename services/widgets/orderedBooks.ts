import { z } from 'zod'
import { UpstreamError } from '../platform/http.ts'
import type { Platform } from '../platform/platform.ts'

const deadlineMilliseconds = 10_000

const orderSchema = z.object({
  orderCode: z.string().toUpperCase(),
  accountId: z.uuid(),
  placedAt: z.iso.datetime(),
  books: z.array(
    z.object({
      orderCode: z.string().toUpperCase(),
      title: z.string(),
      photoIds: z.array(z.uuid()),
      missingPhotoIds: z.array(z.uuid()),
    }),
  ),
})

/** An order with its photo books, as the orders service returns it. A cancelled order has no books. */
export type BookOrder = z.infer<typeof orderSchema>
export type OrderedBook = BookOrder['books'][number]

/**
 * Reads the photo books of a super order. Null if there is no such order.
 * @throws UpstreamError if the orders service fails
 */
export async function readBookOrder({ config, http }: Platform, orderCode: string): Promise<BookOrder | null> {
  const url = `${config.urls.orders}/v1/orders/${encodeURIComponent(orderCode)}/books`
  try {
    return await http.call({ url, asService: true, deadlineMilliseconds, answer: orderSchema })
  } catch (error) {
    if (error instanceof UpstreamError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

const contactSchema = z.object({ business: z.boolean().nullable() })

/**
 * Whether an account is a business account.
 * @throws Error if the customers service fails, or does not know it yet
 */
export async function readIsBusiness({ config, http }: Platform, accountId: string): Promise<boolean> {
  const url = `${config.urls.customers}/accounts/${accountId}/contact`
  const { business } = await http.call({ url, asService: true, answer: contactSchema })
  if (business === null) throw new Error('It is not known yet whether the account is a business account.')
  return business
}

/** The code of a line's super order: the code of the line without the line's number. */
export function orderCodeOf(lineCode: string): string {
  return lineCode.replace(/-\d+$/, '')
}
