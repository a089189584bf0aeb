import { z } from 'zod'
import { notFound, Problem } from '../platform/problems.ts'
import type { Caller } from './caller.ts'
import type { DemoPayment } from './placing.ts'

export const noSuchOrder = () => notFound('There is no such order.')

const paidSchema = z.object({ orderCode: z.string(), payment: z.string() })

const refusals: Readonly<Record<string, string>> = {
  ORDER_CANCELLED: 'The order is cancelled.',
  ALREADY_PAID: 'The order is paid.',
}

/**
 * Pays a customer's order with the demo payment.
 * @throws Problem 404 if the customer has no such order, 409 if it is paid or cancelled
 */
export async function payOrder(caller: Caller, code: string, payment: DemoPayment) {
  // The payment call does not check whose order it is. This call in the customer's name does, so it comes first.
  await caller.call('orders', {
    path: `/v1/superorders/${code}`,
    as: 'customer',
    answer: paidSchema,
    refused: refuse,
  })
  return caller.call('orders', {
    method: 'PUT',
    path: `/v1/superorders/${code}/payment`,
    as: 'shop',
    body: { payment },
    answer: paidSchema,
    refused: refuse,
  })
}

function refuse(code: string | null): undefined {
  if (code === 'NOT_FOUND') throw noSuchOrder()
  const detail = refusals[code ?? '']
  if (code !== null && detail !== undefined) throw new Problem(409, code, detail)
}
