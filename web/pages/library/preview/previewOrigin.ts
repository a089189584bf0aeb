import { addToAlbumPath, albumPath, sharedAlbumPath, timelinePath } from '../../../shared/paths.ts'
import type { SortedView } from '../photo-collection/sorting/sortPreference.ts'

/** The list that a photo is looked at in: what is beside it, where closing leads, and what can be done with it. */
export interface PreviewOrigin {
  /** Where closing leads. */
  readonly path: string
  /** Whose order the photos beside it are in. */
  readonly view: SortedView
  /** The album, by its global id; null: the timeline. */
  readonly collectionId: string | null
}

export const timelineOrigin: PreviewOrigin = { path: timelinePath, view: 'photos', collectionId: null }

/** The timeline, while photos are chosen from it for an album. */
export function albumPickerOrigin(albumId: string): PreviewOrigin {
  return { ...timelineOrigin, path: addToAlbumPath(albumId) }
}

/** An album of one's own. */
export function albumOrigin(albumId: string): PreviewOrigin {
  return { path: albumPath(albumId), view: 'albumPhotos', collectionId: albumId }
}

/** A shared album, where photos can be looked at and downloaded only. */
export function sharedAlbumOrigin(sharedAlbumId: string): PreviewOrigin {
  return { path: sharedAlbumPath(sharedAlbumId), view: 'sharedAlbumPhotos', collectionId: sharedAlbumId }
}

/** Whether the photo can be looked at and downloaded only. */
export function isSharedOrigin({ view }: PreviewOrigin): boolean {
  return view === 'sharedAlbumPhotos'
}
