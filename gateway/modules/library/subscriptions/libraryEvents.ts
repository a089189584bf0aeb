import type { GatewayContext } from '../../../context.ts'
import { unauthenticated } from '../../../errors/codes.ts'
import { albumIdOf, sharedAlbumIdOf } from '../../../relay/albumId.ts'
import { EventCursors } from '../../../relay/eventCursor.ts'
import { photoIdOf } from '../../../relay/photoId.ts'
import type { FactBatch } from '../../../upstream/photos/factBatches.ts'
import type { AlbumFact } from '../../../upstream/photos/libraryFacts.ts'
import type {
  CalendarMonthResolvers,
  LibraryEventResolvers,
  SubscriptionLibraryEventsArgs,
} from '../../../__generated__/resolvers.ts'

const cursors = new EventCursors('event')

/**
 * `Subscription.libraryEvents`. Checks the viewer and the cursor before it returns an iterator, so that an error is
 * the operation's own response.
 */
export const libraryEvents = {
  subscribe: (_root: object, { after }: SubscriptionLibraryEventsArgs, context: GatewayContext) => {
    if (!context.viewer) throw unauthenticated()
    return context.feeds.library.read(context.viewer, cursors.start(after))
  },
  resolve: (batch: FactBatch) => batch,
}

/** `LibraryEvent` */
export const LibraryEvent: LibraryEventResolvers = {
  cursor: ({ position }) => cursors.at(position),
  addedPhotoIds: ({ added }) => added.map(photoIdOf),
  removedPhotoIds: ({ removed }) => removed.map(photoIdOf),
  changedMonths: ({ months }) => months,
  changedAlbumIds: ({ changedAlbums }) => changedAlbums.map(albumFactIdOf),
  removedAlbumIds: ({ removedAlbums }) => removedAlbums.map(albumFactIdOf),
}

/** `CalendarMonth` */
export const CalendarMonth: CalendarMonthResolvers = {
  year: ({ year }) => year || null,
  month: ({ month }) => month || null,
}

function albumFactIdOf({ albumId, form }: AlbumFact): string {
  return form === 'own' ? albumIdOf(albumId) : sharedAlbumIdOf(albumId)
}
