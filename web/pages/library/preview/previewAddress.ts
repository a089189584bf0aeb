const panelParameter = 'info'

export interface PreviewAddress {
  readonly pathname: string
  readonly search: string
}

/** The state of the view's entries in the browser history. */
export interface PreviewState {
  /** Whether the history entry before the view is the library page that opened it. */
  readonly isFromLibrary: boolean
  /** Whether the previous history entry is the same view with the panel closed. */
  readonly isPanelPushed: boolean
}

/** Reads the state of a history entry. The entries of other pages may hold anything. */
export function readPreviewState(state: unknown): PreviewState {
  const has = (key: string) => typeof state === 'object' && state !== null && Reflect.get(state, key) === true
  return { isFromLibrary: has('isFromLibrary'), isPanelPushed: has('isPanelPushed') }
}

/** Whether an address says that the information panel is open: `?info`. */
export function isPanelAddress(search: string): boolean {
  return new URLSearchParams(search).has(panelParameter)
}

/**
 * The address of another photo of the same list. It keeps the query: the sort, the open panel, and the parameters that
 * apply to the whole visit, such as `stripped`.
 */
export function photoAddress({ pathname, search }: PreviewAddress, photoId: string): string {
  return `${pathname.replace(/[^/]*\/?$/, '')}${encodeURIComponent(photoId)}${search}`
}

/** The query string with the panel opened or closed. */
export function withPanel(search: string, isOpen: boolean): string {
  const parameters = new URLSearchParams(search)
  parameters.delete(panelParameter)
  const parts = [parameters.toString(), isOpen ? panelParameter : ''].filter((part) => part !== '')
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}
