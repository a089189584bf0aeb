import type { GatewayContext } from '../../../context.ts'
import { unauthenticated } from '../../../errors/codes.ts'
import { EventCursors } from '../../../relay/eventCursor.ts'
import type { ExportFact } from '../../../upstream/exports/exportMessages.ts'
import type { ExportEventResolvers, SubscriptionExportEventsArgs } from '../../../__generated__/resolvers.ts'

const cursors = new EventCursors('export')

/** `Subscription.exportEvents` */
export const exportEvents = {
  subscribe: (_root: object, { after }: SubscriptionExportEventsArgs, context: GatewayContext) => {
    if (!context.viewer) throw unauthenticated()
    return context.feeds.exports.read(context.viewer, cursors.start(after))
  },
  resolve: (fact: ExportFact) => fact,
}

/** `ExportEvent` */
export const ExportEvent: ExportEventResolvers = {
  cursor: ({ position }) => cursors.at(position),
  backupId: ({ job }) => job,
  status: ({ kind }) => kind,
  export: ({ job }, _args, { exports }) => (job === null ? null : exports.find(job)),
}
