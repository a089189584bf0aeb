import type { GatewayContext } from '../../../context.ts'
import { unauthenticated } from '../../../errors/codes.ts'
import type { ExportFact } from '../../../upstream/exports/exportMessages.ts'
import type { SubscriptionExportEventsArgs } from '../../../__generated__/resolvers.ts'
import { cursors } from '../cursors.ts'

/** Resolves `Subscription.exportEvents`. */
export const exportEvents = {
  subscribe: (_root: object, { after }: SubscriptionExportEventsArgs, context: GatewayContext) => {
    if (!context.viewer) throw unauthenticated()
    return context.feeds.exports.read(context.viewer, cursors.start(after, context))
  },
  resolve: (fact: ExportFact) => fact,
}
