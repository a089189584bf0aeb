import type { GatewayContext } from '../../../context.ts'
import { unauthenticated } from '../../../errors/codes.ts'
import type { ArchiveFact } from '../../../upstream/downloads/archiveMessages.ts'
import type { SubscriptionArchiveEventsArgs } from '../../../__generated__/resolvers.ts'
import { cursors } from '../cursors.ts'

/** Resolves `Subscription.archiveEvents`. */
export const archiveEvents = {
  subscribe: (_root: object, { after }: SubscriptionArchiveEventsArgs, context: GatewayContext) => {
    if (!context.viewer) throw unauthenticated()
    return context.feeds.archives.read(context.viewer, cursors.start(after, context))
  },
  resolve: (fact: ArchiveFact) => fact,
}
