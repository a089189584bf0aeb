import { vi } from 'vitest'

/** The simulated browser has no database. */
function noDatabase(): never {
  throw new Error('there is no database')
}

/** Sets the address of the browser, because a form is stored for an address. Replaces the missing database. */
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
