import type { GatewayContext } from '../../../context.ts'
import { unauthenticated } from '../../../errors/codes.ts'
import { EventCursors } from '../../../relay/eventCursor.ts'
import type { ArchiveFact } from '../../../upstream/downloads/archiveMessages.ts'
import type { ArchiveEventResolvers, SubscriptionArchiveEventsArgs } from '../../../__generated__/resolvers.ts'

const cursors = new EventCursors('archive')
const states = { STARTED: 'started', PROGRESS: 'started', FINISHED: 'finished', ERROR: 'error' } as const

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
  async download({ job, kind }, _args, { downloads }) {
    const found = job === null ? null : await downloads.find(job)
    // A plain retailer's service sends no state with the archive: take it from the event.
    return found && { ...found, state: found.state ?? (kind ? states[kind] : null) }
  },
}
