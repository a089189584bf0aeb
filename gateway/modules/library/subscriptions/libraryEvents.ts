import type { GatewayContext } from '../../../context.ts'
import { unauthenticated } from '../../../errors/codes.ts'
import type { FactBatch } from '../../../upstream/photos/factBatches.ts'
import type { SubscriptionLibraryEventsArgs } from '../../../__generated__/resolvers.ts'
import { cursors } from '../cursors.ts'

/**
 * Resolves `Subscription.libraryEvents`. Checks the viewer and the cursor before it returns an iterator, so that the
 * response to a wrong request is an error instead of a stream.
 */
export const libraryEvents = {
  subscribe: (_root: object, { after }: SubscriptionLibraryEventsArgs, context: GatewayContext) => {
    if (!context.viewer) throw unauthenticated()
    return context.feeds.library.read(context.viewer, cursors.start(after, context))
  },
  resolve: (batch: FactBatch) => batch,
}
