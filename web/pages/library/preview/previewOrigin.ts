import { addToAlbumPath, albumPath, sharedAlbumPath, timelinePath } from '../../../shared/paths.ts'
import type { SortedView } from '../photo-collection/sorting/sortPreference.ts'

/** The list from which a photo was opened. It decides the neighbours, the page behind the view and the actions. */
export interface PreviewOrigin {
  /** The page to which closing the view leads. */
  readonly path: string
  /** The page whose sort preference orders the photos. */
  readonly view: SortedView
  /** The global id of the album; null for the library. */
  readonly collectionId: string | null
}

/** The library's photos. */
export const libraryOrigin: PreviewOrigin = { path: timelinePath, view: 'photos', collectionId: null }

/** The library in the album picker, which adds photos to an album. */
export function albumPickerOrigin(albumId: string): PreviewOrigin {
  return { ...libraryOrigin, path: addToAlbumPath(albumId) }
}

/** The viewer's own album. */
export function albumOrigin(albumId: string): PreviewOrigin {
  return { path: albumPath(albumId), view: 'albumPhotos', collectionId: albumId }
}

/** A shared album, whose photos can only be viewed and downloaded. */
export function sharedAlbumOrigin(sharedAlbumId: string): PreviewOrigin {
  return { path: sharedAlbumPath(sharedAlbumId), view: 'sharedAlbumPhotos', collectionId: sharedAlbumId }
}

/** Whether the photo can only be viewed and downloaded. */
export function isSharedOrigin({ view }: PreviewOrigin): boolean {
  return view === 'sharedAlbumPhotos'
}
