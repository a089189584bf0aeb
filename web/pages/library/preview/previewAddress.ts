const panelParameter = 'info'

/** Where the view is. */
export interface PreviewAddress {
  readonly pathname: string
  readonly search: string
}

/** What links and steps of the view leave in an entry of the history. */
export interface PreviewState {
  /** Whether the entry before the view is the library that it was opened from. */
  readonly isFromLibrary: boolean
  /** Whether the entry before this one is the same view with the panel closed. */
  readonly isPanelPushed: boolean
}

/** The state of an entry, whoever has made it. */
export function readPreviewState(state: unknown): PreviewState {
  const has = (key: string) => typeof state === 'object' && state !== null && Reflect.get(state, key) === true
  return { isFromLibrary: has('isFromLibrary'), isPanelPushed: has('isPanelPushed') }
}

/** Whether the panel of information is open at an address: `?info`. */
export function isPanelAddress(search: string): boolean {
  return new URLSearchParams(search).has(panelParameter)
}

/**
 * The address of another photo of the same list, with the rest of the present one: the sort, the open panel, what holds
 * for the visit.
 */
export function photoAddress({ pathname, search }: PreviewAddress, photoId: string): string {
  return `${pathname.replace(/[^/]*\/?$/, '')}${encodeURIComponent(photoId)}${search}`
}

/** The query of an address with the panel open or closed. */
export function withPanel(search: string, isOpen: boolean): string {
  const parameters = new URLSearchParams(search)
  parameters.delete(panelParameter)
  const parts = [parameters.toString(), isOpen ? panelParameter : ''].filter((part) => part !== '')
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}
