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
/** The online books of the customer: ordered photo books that can be leafed through in a browser. */
export const onlineProductsPath = '/online-products'
export const ordersPath = '/orders'
/** The invoices of a business account. */
export const invoicesPath = '/invoices'
/**
 * The settings and their parts. Business accounts have their own paths for the settings, the addresses and the e-mail
 * address (specification, section 2.1).
 */
export const settingsPaths = {
  settings: '/settings',
  business: '/settings/b2b',
  personalDetails: '/settings/personal-details',
  paymentMethod: '/settings/payment-method',
  email: '/settings/email',
  businessEmail: '/settings/b2b/email',
  deleteAccount: '/settings/delete-account',
  signIn: '/settings/sign-in',
  connectedApps: '/settings/connected-apps',
  dataDownload: '/settings/download-data',
  cookies: '/settings/cookies',
  language: '/settings/language',
  newAddress: '/settings/new-address',
  address: '/settings/address',
  allAddresses: '/settings/addresses/all',
  newBusinessAddress: '/settings/b2b/new-address',
  businessAddress: '/settings/b2b/address',
} as const
/** The page of the mailed link that confirms a new e-mail address, and the pages that show its result. */
export const emailChangePaths = {
  confirmation: '/change-email-confirmation',
  success: '/change-email-success',
  error: '/change-email-error',
}
/** The page of the mailed link that confirms the deletion of the account, and the pages that show its result. */
export const accountDeletionPaths = {
  confirmation: '/delete-account-confirmation',
  deleted: '/account-deleted',
  error: '/delete-account-error',
}
/** The page on which a business account sets where its delivery notices are sent. */
export const ftpIntegrationPath = '/integration'
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

/** The page on which the customer shares an online book, by the code of its order line. */
export function onlineProductPath(productCode: string): string {
  return `${onlineProductsPath}/${encodeURIComponent(productCode)}`
}

/** An order, by its code. */
export function orderPath(orderCode: string): string {
  return `${ordersPath}/${encodeURIComponent(orderCode)}`
}

/** The page on which visitors upload photos before they sign in. The sign-in page links to it. */
export const startPath = '/start'
