import type { LibraryStreamSubscription$data } from '../../../web/__generated__/LibraryStreamSubscription.graphql.ts'

/** An event of the library as the gateway sends it; by itself nothing has changed. */
export function libraryEvent(cursor: string, changes: Partial<LibraryStreamSubscription$data['libraryEvents']> = {}) {
  const nothing = {
    addedPhotoIds: [],
    removedPhotoIds: [],
    changedAlbumIds: [],
    removedAlbumIds: [],
    changedMonths: [],
    isTruncated: false,
  }
  return { libraryEvents: { ...nothing, ...changes, cursor } }
}
