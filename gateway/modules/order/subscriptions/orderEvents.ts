import type { GatewayContext } from '../../../context.ts'
import { unauthenticated } from '../../../errors/codes.ts'
import type { OrderFact } from '../../../upstream/orders/orderMessages.ts'
import type { SubscriptionOrderEventsArgs } from '../../../__generated__/resolvers.ts'
import { cursors } from '../cursors.ts'

/** Resolves `Subscription.orderEvents`. */
export const orderEvents = {
  subscribe: (_root: object, { after }: SubscriptionOrderEventsArgs, context: GatewayContext) => {
    if (!context.viewer) throw unauthenticated()
    return context.feeds.orders.read(context.viewer, cursors.start(after, context))
  },
  resolve: (fact: OrderFact) => fact,
}
