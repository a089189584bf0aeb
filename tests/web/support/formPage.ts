import { vi } from 'vitest'

/** The simulated browser has no database. */
function noDatabase(): never {
  throw new Error('there is no database')
}

/** Lets the browser be at the address of the page, because a form is kept for its address. */
export function openAt(path: string): void {
  history.replaceState(null, '', path)
  vi.stubGlobal('indexedDB', { open: noDatabase })
}

/** Forgets what a test has left in the browser. */
export function leave(): void {
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
}
