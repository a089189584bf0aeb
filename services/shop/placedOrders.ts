import { z } from 'zod'
import { Problem } from '../platform/problems.ts'
import type { Caller } from './caller.ts'
import { releaseVouchers } from './vouchers.ts'

const placedSchema = z.object({
  orderCode: z.string(),
  products: z.array(z.object({ voucher: z.string().nullish() })),
})

/** The longest wait of a quote, which can do without knowing whether its basket was ordered. */
const patienceMilliseconds = 1_000

/**
 * Finds the order that was placed with a basket; null if there is none.
 * @param digest what the customer asked for. Absent: the order is found whatever it was
 * @throws Problem 422 if another order was placed with this basket, 503 if the orders service does not answer
 */
export async function findPlaced(
  caller: Caller,
  key: string,
  { digest, ...limits }: { readonly digest?: string; readonly patienceMilliseconds?: number },
): Promise<z.infer<typeof placedSchema> | null> {
  const query = new URLSearchParams({ accountId: caller.accountId, key, ...(digest !== undefined && { digest }) })
  return caller.call('orders', {
    path: `/v1/placed-orders?${query}`,
    as: 'shop',
    answer: placedSchema.nullable(),
    refused: (code) => (code === 'NOT_FOUND' ? null : refuseReused(code)),
    ...limits,
  })
}

/** @throws Problem 422 for the code of a basket that was ordered with other content */
export function refuseReused(code: string | null): undefined {
  if (code !== 'IDEMPOTENCY_KEY_REUSED') return
  throw new Problem(422, code, 'Another order was placed with this Idempotency-Key.')
}

/**
 * Releases what an ordered basket has reserved, except the voucher of its order. Otherwise the customer could not use
 * the voucher in the next basket for an hour. If a service does not answer, the voucher stays reserved.
 */
export async function releaseIfOrdered(caller: Caller, key: string): Promise<void> {
  try {
    const order = await findPlaced(caller, key, { patienceMilliseconds })
    if (order) await releaseVouchers(caller, key, order.products.find(({ voucher }) => voucher)?.voucher ?? undefined)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'ORDERS_UNAVAILABLE') throw error
  }
}
