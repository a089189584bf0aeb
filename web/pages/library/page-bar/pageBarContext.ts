import { createContext, use } from 'react'

/**
 * The elements of the page's bar into which components below the bar render, and the functions that the bar's menu
 * calls.
 */
export interface PageBarParts {
  /** The bar itself: a selection's own bar covers it. */
  readonly bar: HTMLElement | null
  /** The element of the search for a month; null on pages without one. */
  readonly monthSlot: HTMLElement | null
  /** Opens the search for a month beside an element; null on pages without this search. */
  readonly openMonths: ((anchor: HTMLElement) => void) | null
  /** Opens the dialog with the storage status; null until the status is known. */
  readonly openStorage: (() => void) | null
  readonly set: (parts: Partial<Omit<PageBarParts, 'set'>>) => void
}

export const PageBarContext = createContext<PageBarParts>({
  bar: null,
  monthSlot: null,
  openMonths: null,
  openStorage: null,
  set: () => undefined,
})

/** The parts of the page's bar. */
export function usePageBar(): PageBarParts {
  return use(PageBarContext)
}
