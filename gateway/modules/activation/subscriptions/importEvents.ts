import type { GatewayContext } from '../../../context.ts'
import { unauthenticated } from '../../../errors/codes.ts'
import { EventCursors } from '../../../relay/eventCursor.ts'
import type { ImportFact } from '../../../upstream/push/importMessages.ts'
import type { ImportEventResolvers, SubscriptionImportEventsArgs } from '../../../__generated__/resolvers.ts'

const cursors = new EventCursors('import')

/** `Subscription.importEvents` */
export const importEvents = {
  subscribe: (_root: object, { after }: SubscriptionImportEventsArgs, context: GatewayContext) => {
    if (!context.viewer) throw unauthenticated()
    return context.feeds.imports.read(context.viewer, cursors.start(after))
  },
  resolve: (fact: ImportFact) => fact,
}

/** `ImportEvent` */
export const ImportEvent: ImportEventResolvers = {
  cursor: ({ position }) => cursors.at(position),
  key: ({ kind }) => kind,
  activation: (_event, _args, { activation }) => activation.read(),
}
