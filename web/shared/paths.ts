/** Where things are; the routes themselves are in routes.tsx. */
export const homePath = '/'
export const timelinePath = '/my-photos/photos'
export const albumsPath = '/my-photos/albums'
/** The bringing in of an older library. */
export const importPath = '/my-photos/import'
/** The archives of photos that were asked for. */
export const downloadsPath = '/downloads'
export const signOutPath = '/logout'
/** Where a tab goes when another one signs out. */
export const signedOutPath = '/signed-out'

/** The full-screen view of a photo of the timeline, by its global id. */
export function previewPath(photoId: string): string {
  return `${timelinePath}/preview/${encodeURIComponent(photoId)}`
}

/** Leads to the photo that an upload has become, by what storage calls it. */
export function uploadedPhotoPath(imageId: string): string {
  return `${timelinePath}/uploaded/${encodeURIComponent(imageId)}`
}

/** An album of one's own, by its global id. */
export function albumPath(albumId: string): string {
  return `${albumsPath}/${encodeURIComponent(albumId)}`
}

/** Where photos of the library are chosen for an album. */
export function addToAlbumPath(albumId: string): string {
  return `${albumPath(albumId)}/add`
}

/** A shared album, by its global id. */
export function sharedAlbumPath(sharedAlbumId: string): string {
  return `/my-photos/shared-albums/${encodeURIComponent(sharedAlbumId)}`
}

/** The full-screen view of a photo within an album, by the album's path. */
export function albumPreviewPath(path: string, photoId: string): string {
  return `${path}/preview/${encodeURIComponent(photoId)}`
}

/** The files of an export, by the id that its mail carries. */
export function exportPath(backupId: string): string {
  return `/my-photos/exports/${encodeURIComponent(backupId)}`
}
