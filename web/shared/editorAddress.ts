import { isStripped } from './stripped.ts'

/** What an editor opens: a product with new photos, or a project that was saved before. */
export type EditorContent =
  | { readonly productCode: string; readonly tempSelectionId: string }
  | { readonly productCode?: string | null | undefined; readonly projectId: string }

/**
 * The address at which the brand's editor opens this content.
 * @param editor the editor's address, from the brand's configuration
 * @param search the query string of the current page: `stripped` is passed on only if the editor has our origin
 */
export function editorAddress(editor: string, content: EditorContent, search: string): string {
  const address = new URL(editor, location.href)
  for (const [name, value] of Object.entries(content)) if (value) address.searchParams.set(name, value)
  if (address.origin === location.origin && isStripped(search)) address.searchParams.set('stripped', 'true')
  return address.href
}
