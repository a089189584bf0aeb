/** The paths that several parts of the client link to. The patterns of the routes are in routePaths.ts. */
export const homePath = '/'
/** The menu on small screens: a part of the overview. */
export const menuPath = `${homePath}#menu`
export const libraryPath = '/my-photos'
export const timelinePath = `${libraryPath}/photos`
export const albumsPath = `${libraryPath}/albums`
export const sharedAlbumsPath = `${libraryPath}/shared-albums`
export const exportsPath = `${libraryPath}/exports`
export const trashPath = `${libraryPath}/trash`
export const importPath = `${libraryPath}/import`
/** The list of the archives of photos that the customer has requested. */
export const downloadsPath = '/downloads'
/** The photo books and other products that the customer has saved in an editor. */
export const savedProjectsPath = '/saved-projects'
export const ordersPath = '/orders'
/** The invoices of a business account. */
export const invoicesPath = '/invoices'
export const signOutPath = '/logout'
/** The page that a tab opens when another tab signs out. */
export const signedOutPath = '/signed-out'

/** The full-screen view of a photo of the timeline, by its global id. */
export function previewPath(photoId: string): string {
  return `${timelinePath}/preview/${encodeURIComponent(photoId)}`
}

/** The address that redirects to the photo of an upload, by the image id that storage gave the upload. */
export function uploadedPhotoPath(imageId: string): string {
  return `${timelinePath}/uploaded/${encodeURIComponent(imageId)}`
}

/** An album of the customer's own, by its global id. */
export function albumPath(albumId: string): string {
  return `${albumsPath}/${encodeURIComponent(albumId)}`
}

/** The album picker: photos of the library to add to the album. */
export function addToAlbumPath(albumId: string): string {
  return `${albumPath(albumId)}/add`
}

/** A shared album, by its global id. */
export function sharedAlbumPath(sharedAlbumId: string): string {
  return `${sharedAlbumsPath}/${encodeURIComponent(sharedAlbumId)}`
}

/** The full-screen view of a photo within an album, by the album's path. */
export function albumPreviewPath(path: string, photoId: string): string {
  return `${path}/preview/${encodeURIComponent(photoId)}`
}

/** The page with the files of an export, by the id in its mail. */
export function exportPath(backupId: string): string {
  return `${exportsPath}/${encodeURIComponent(backupId)}`
}

/** An order, by its code. */
export function orderPath(orderCode: string): string {
  return `${ordersPath}/${encodeURIComponent(orderCode)}`
}
