import {
  albumsPath,
  downloadsPath,
  exportsPath,
  homePath,
  importPath,
  invoicesPath,
  libraryPath,
  savedProjectsPath,
  ordersPath,
  sharedAlbumsPath,
  signOutPath,
  signedOutPath,
  timelinePath,
  trashPath,
} from './paths.ts'

/**
 * The patterns of all addresses that have a page. The routes of the pages use them, and the build writes them to
 * `routes.json`, so that the edge answers other addresses with the status 404.
 */
export const routePaths = {
  overview: homePath,
  library: libraryPath,
  timeline: timelinePath,
  preview: `${timelinePath}/preview/:id`,
  uploadedPhoto: `${timelinePath}/uploaded/:imageId`,
  albums: albumsPath,
  album: `${albumsPath}/:albumId`,
  albumPreview: `${albumsPath}/:albumId/preview/:id`,
  albumPicker: `${albumsPath}/:albumId/add`,
  albumPickerPreview: `${albumsPath}/:albumId/add/preview/:id`,
  sharedAlbum: `${sharedAlbumsPath}/:sharedAlbumId`,
  sharedAlbumPreview: `${sharedAlbumsPath}/:sharedAlbumId/preview/:id`,
  export: `${exportsPath}/:backupId`,
  import: importPath,
  trash: trashPath,
  orders: ordersPath,
  order: `${ordersPath}/:orderCode`,
  invoices: invoicesPath,
  downloads: downloadsPath,
  savedProjects: savedProjectsPath,
  editor: '/editor',
  signInCallback: '/auth/callback',
  signedOut: signedOutPath,
  signOut: signOutPath,
} as const
