import { unauthenticated } from '../../../errors/codes.ts'
import { keyOf } from '../../../relay/globalId.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { reorderAvailability } from '../availability.ts'
import { preflightOf } from '../preflight.ts'
import { orderNotFound } from '../../shared/orderRefusals.ts'
import { reorderUnavailable } from '../refusals.ts'

/** Resolves `Mutation.reorder`. */
export const reorder: NonNullable<MutationResolvers['reorder']> = async (_root, { input }, context) => {
  if (!context.viewer) throw unauthenticated()
  const code = keyOf('Order', input.orderId)
  const order = code === null ? null : await context.orders.find(code)
  const preflight = order && (await preflightOf(order, context))
  if (!order || !preflight) return orderNotFound
  const { availability, lines, orderedLines } = preflight
  if (!availability.isAllowed) return reorderUnavailable(availability.reason)
  if (orderedLines?.length === 0) return reorderUnavailable('NOTHING_TO_ORDER')
  const shopUrl = await context.orders.reorder(order.orderCode, orderedLines)
  if (shopUrl === null) {
    // The order has changed since the preflight.
    const status = await context.orders.findReorderStatus(order.orderCode)
    return reorderUnavailable(reorderAvailability(status).reason)
  }
  const skippedLines = lines.filter(({ skipReason }) => skipReason !== null)
  return { __typename: 'ReorderSuccess', shopUrl, skippedLines }
}
