import type { GatewayContext } from '../../../context.ts'
import { unauthenticated } from '../../../errors/codes.ts'
import { EventCursors } from '../../../relay/eventCursor.ts'
import type { ArchiveFact } from '../../../upstream/downloads/archiveMessages.ts'
import type { ArchiveEventResolvers, SubscriptionArchiveEventsArgs } from '../../../__generated__/resolvers.ts'

const cursors = new EventCursors('archive')

/** `Subscription.archiveEvents` */
export const archiveEvents = {
  subscribe: (_root: object, { after }: SubscriptionArchiveEventsArgs, context: GatewayContext) => {
    if (!context.viewer) throw unauthenticated()
    return context.feeds.archives.read(context.viewer, cursors.start(after))
  },
  resolve: (fact: ArchiveFact) => fact,
}

/** `ArchiveEvent` */
export const ArchiveEvent: ArchiveEventResolvers = {
  cursor: ({ position }) => cursors.at(position),
  key: ({ kind }) => kind,
  downloadId: ({ job }) => job,
  download: ({ job }, _args, { downloads }) => (job === null ? null : downloads.find(job)),
}
