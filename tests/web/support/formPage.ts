import { vi } from 'vitest'

/** Fails, because the simulated browser has no database. */
function noDatabase(): never {
  throw new Error('there is no database')
}

/** Sets the URL of the browser, because a form is stored for the URL of its page. Stubs the missing database. */
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
