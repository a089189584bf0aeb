import type { LibraryStreamSubscription$data } from '../../../web/__generated__/LibraryStreamSubscription.graphql.ts'

/** A library event as the gateway sends it; by default it contains no changes. */
export function libraryEvent(cursor: string, changes: Partial<LibraryStreamSubscription$data['libraryEvents']> = {}) {
  const nothing = {
    addedPhotoIds: [],
    removedPhotoIds: [],
    changedAlbumIds: [],
    removedAlbumIds: [],
    changedMonths: [],
    endedUploads: [],
    isTruncated: false,
    isTrashChanged: false,
  }
  return { libraryEvents: { ...nothing, ...changes, cursor } }
}
