import { encodeGlobalId } from '../../relay/globalId.ts'
import type { AlbumFact } from '../../upstream/photos/libraryFacts.ts'
import type { LibraryEventResolvers } from '../../__generated__/resolvers.ts'
import { cursors } from './cursors.ts'

/** Resolves the fields of `LibraryEvent`. */
export const LibraryEvent: LibraryEventResolvers = {
  cursor: ({ position }, _args, context) => cursors.at(position, context),
  addedPhotoIds: ({ added }) => added.map(photoIdOf),
  removedPhotoIds: ({ removed }) => removed.map(photoIdOf),
  changedMonths: ({ months }) => months,
  changedAlbumIds: ({ changedAlbums }) => changedAlbums.map(albumIdOf),
  removedAlbumIds: ({ removedAlbums }) => removedAlbums.map(albumIdOf),
}

function photoIdOf(imageId: string): string {
  return encodeGlobalId('Photo', imageId)
}

function albumIdOf({ albumId, form }: AlbumFact): string {
  return encodeGlobalId(form === 'own' ? 'Album' : 'SharedAlbum', albumId)
}
