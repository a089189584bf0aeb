import type { GatewayContext } from '../../../context.ts'
import { unauthenticated } from '../../../errors/codes.ts'
import type { AccountFact } from '../../../upstream/identity/accountMessages.ts'
import type { SubscriptionAccountEventsArgs } from '../../../__generated__/resolvers.ts'
import { cursors } from '../cursors.ts'

/** Resolves `Subscription.accountEvents`. */
export const accountEvents = {
  subscribe: (_root: object, { after }: SubscriptionAccountEventsArgs, context: GatewayContext) => {
    if (!context.viewer) throw unauthenticated()
    return context.feeds.account.read(context.viewer, cursors.start(after, context))
  },
  resolve: (fact: AccountFact) => fact,
}
