import { isStripped } from '../../../../shared/stripped.ts'

/** The product code of prints in the editors of all brands. */
const printsProduct = 'PAP_910'

/**
 * The address of the brand's editor for prints of the transferred photos.
 * @param editor the editor's address, from the brand's configuration
 * @param search the query string of the current page: `stripped` is passed on only if the editor has our origin
 */
export function editorAddress(editor: string, tempSelectionId: string, search: string): string {
  const address = new URL(editor, location.href)
  address.searchParams.set('productCode', printsProduct)
  address.searchParams.set('tempSelectionId', tempSelectionId)
  if (address.origin === location.origin && isStripped(search)) address.searchParams.set('stripped', 'true')
  return address.href
}
