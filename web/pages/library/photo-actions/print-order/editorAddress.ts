import { isStripped } from '../../../../shared/stripped.ts'

/** Prints, as the editors of all brands know them. */
const printsProduct = 'PAP_910'

/**
 * Where the brand's editor makes prints of handed-over photos.
 * @param editor the editor's address, by the brand's configuration
 * @param search the query of the page one comes from: whether the page is stripped is carried on to pages of ours only
 */
export function editorAddress(editor: string, tempSelectionId: string, search: string): string {
  const address = new URL(editor, location.href)
  address.searchParams.set('productCode', printsProduct)
  address.searchParams.set('tempSelectionId', tempSelectionId)
  if (address.origin === location.origin && isStripped(search)) address.searchParams.set('stripped', 'true')
  return address.href
}
