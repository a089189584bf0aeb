import { vi } from 'vitest'

/** Fails, because the simulated browser has no database. */
function noDatabase(): never {
  throw new Error('there is no database')
}

/** Sets the URL of the browser: a form is stored under the URL of its page. Also makes the browser's database unavailable. */
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
