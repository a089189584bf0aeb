import { z } from 'zod'
import { Problem } from '../platform/problems.ts'
import type { Caller } from './caller.ts'
import type { Basket } from './quote.ts'
import { releaseVouchers } from './vouchers.ts'

/** The problem code of the orders service for an idempotency key that was sent before, with another request. */
export const keyReused = 'IDEMPOTENCY_KEY_REUSED'

const placedSchema = z.object({
  orderCode: z.string(),
  products: z.array(z.object({ voucher: z.string().nullish() })),
})

type PlacedOrder = z.infer<typeof placedSchema>

/**
 * How long (ms) a quote waits for the orders service. Without an answer, the quote releases no vouchers.
 */
const maximumWaitMilliseconds = 1_000

/**
 * Finds the order that was placed with a basket; null if the basket was not ordered.
 * @param digest a digest of what the customer asked for. Absent: any order of this basket is found
 * @throws Problem 422 if another order was placed with this basket, 503 if the orders service does not answer
 */
export async function findPlaced(
  caller: Caller,
  key: string,
  { digest, ...limits }: { readonly digest?: string; readonly maximumWaitMilliseconds?: number } = {},
): Promise<PlacedOrder | null> {
  const query = new URLSearchParams({ accountId: caller.accountId, key, ...(digest !== undefined && { digest }) })
  return caller.call('orders', {
    path: `/v1/placed-orders?${query}`,
    as: 'shop',
    answer: placedSchema.nullable(),
    refused: (code) => (code === 'NOT_FOUND' ? null : refuseReused(code)),
    ...limits,
  })
}

/**
 * Refuses a basket that was ordered before with other content, or by another attempt. Does nothing for other codes.
 * @param code the problem code of the orders service
 * @throws Problem 422
 */
export function refuseReused(code: string | null): undefined {
  if (code !== keyReused) return
  throw new Problem(422, code, 'Another order was placed with this Idempotency-Key.')
}

/**
 * Releases the vouchers that an ordered basket has reserved, except the voucher of its order. Otherwise the customer
 * could not use the voucher in the next basket for an hour.
 */
export async function releaseOthers(caller: Caller, key: string, { products }: PlacedOrder): Promise<void> {
  await releaseVouchers(caller, key, products.find(({ voucher }) => voucher)?.voucher ?? undefined)
}

/**
 * Releases the vouchers that a basket has reserved and does not need: all except the voucher of its order, or, if the
 * basket was not ordered, all except the voucher that it has now. Releases nothing if the orders service does not
 * answer, because another tab may have ordered the basket with one of the vouchers.
 */
export async function releaseUnused(caller: Caller, { key, voucherCode }: Basket): Promise<void> {
  try {
    const order = await findPlaced(caller, key, { maximumWaitMilliseconds })
    await (order ? releaseOthers(caller, key, order) : releaseVouchers(caller, key, voucherCode ?? undefined))
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'ORDERS_UNAVAILABLE') throw error
  }
}
