import { unauthenticated } from '../../../errors/codes.ts'
import { keyOf } from '../../../relay/globalId.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { orderNotFound } from '../../shared/orderRefusals.ts'
import { demoPayments } from '../basket.ts'

/** Resolves `Mutation.payOrder`. */
export const payOrder: NonNullable<MutationResolvers['payOrder']> = async (_root, { input }, { viewer, shop }) => {
  if (!viewer) throw unauthenticated()
  const orderCode = keyOf('Order', input.orderId)
  const refusal = orderCode === null ? 'notFound' : await shop.pay(orderCode, demoPayments[input.payment])
  if (orderCode === null || refusal === 'notFound') return orderNotFound
  if (refusal === null) return { __typename: 'PayOrderSuccess', orderCode }
  const message = 'The order is paid or cancelled.'
  return { __typename: 'PaymentNotPossible', code: 'PAYMENT_NOT_POSSIBLE', message, orderCode }
}
