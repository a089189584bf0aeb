/** The widths of the pictures of a page, in pixels. They are those of the renditions of a photo. */
export const pictureWidths = [300, 800, 1300] as const
export type PictureWidth = (typeof pictureWidths)[number]

/** The folder of all pictures of an account's books. */
export function accountFolder(accountId: string): string {
  return `widgets/${accountId}`
}

/** The folder of the pictures of a book. */
export function bookFolder({ accountId, code }: { readonly accountId: string; readonly code: string }): string {
  return `${accountFolder(accountId)}/${code}`
}

/** The blob key of the picture of a page. */
export function pictureKey(
  book: { readonly accountId: string; readonly code: string },
  page: number,
  width: PictureWidth,
): string {
  return `${bookFolder(book)}/${page}/${width}.jpg`
}
