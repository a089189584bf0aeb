import type { GatewayContext } from '../../../context.ts'
import { badInput, unauthenticated } from '../../../errors/codes.ts'
import { albumIdOf, sharedAlbumIdOf } from '../../../relay/albumId.ts'
import { photoIdOf } from '../../../relay/photoId.ts'
import type { FactBatch } from '../../../upstream/photos/factBatches.ts'
import type { AlbumFact } from '../../../upstream/photos/libraryFacts.ts'
import type {
  CalendarMonthResolvers,
  LibraryEventResolvers,
  SubscriptionLibraryEventsArgs,
} from '../../../__generated__/resolvers.ts'

/**
 * `Subscription.libraryEvents`. The viewer and the cursor are checked before there is anything to iterate, so that a
 * refusal is the operation's own answer.
 */
export const libraryEvents = {
  subscribe: (_root: object, { after }: SubscriptionLibraryEventsArgs, context: GatewayContext) => {
    if (!context.viewer) throw unauthenticated()
    return context.libraryFeed.read(context.viewer, typeof after === 'string' ? positionOf(after) : null)
  },
  resolve: (batch: FactBatch) => ({ ...batch, position: String(batch.position) }),
}

/** `LibraryEvent` */
export const LibraryEvent: LibraryEventResolvers = {
  cursor: ({ position }) => cursorOf(position),
  addedPhotoIds: ({ added }) => added.map(photoIdOf),
  removedPhotoIds: ({ removed }) => removed.map(photoIdOf),
  changedMonths: ({ months }) => months,
  changedAlbumIds: ({ changedAlbums }) => changedAlbums.map(albumFormIdOf),
  removedAlbumIds: ({ removedAlbums }) => removedAlbums.map(albumFormIdOf),
}

/** `CalendarMonth` */
export const CalendarMonth: CalendarMonthResolvers = {
  year: ({ year }) => year || null,
  month: ({ month }) => month || null,
}

function albumFormIdOf({ albumId, form }: AlbumFact): string {
  return form === 'own' ? albumIdOf(albumId) : sharedAlbumIdOf(albumId)
}

function cursorOf(position: string): string {
  return Buffer.from(`1:event:${position}`).toString('base64url')
}

function positionOf(cursor: string): bigint {
  const position = /^1:event:(\d{1,19})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1]
  if (position === undefined || cursorOf(position) !== cursor) throw badInput('The cursor is not one of an event.')
  return BigInt(position)
}
