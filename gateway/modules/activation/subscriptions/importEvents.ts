import type { GatewayContext } from '../../../context.ts'
import { unauthenticated } from '../../../errors/codes.ts'
import type { ImportFact } from '../../../upstream/push/importMessages.ts'
import type { SubscriptionImportEventsArgs } from '../../../__generated__/resolvers.ts'
import { cursors } from '../cursors.ts'

/** Resolves `Subscription.importEvents`. */
export const importEvents = {
  subscribe: (_root: object, { after }: SubscriptionImportEventsArgs, context: GatewayContext) => {
    if (!context.viewer) throw unauthenticated()
    return context.feeds.imports.read(context.viewer, cursors.start(after, context))
  },
  resolve: (fact: ImportFact) => fact,
}
