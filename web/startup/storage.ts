/** Whether the browser lets this site keep anything: signing in needs it. */
export function isStorageAvailable(): boolean {
  const key = 'keepsake.probe'
  try {
    for (const storage of [localStorage, sessionStorage]) {
      storage.setItem(key, key)
      storage.removeItem(key)
    }
    return navigator.cookieEnabled
  } catch {
    return false
  }
}

/** What preferences are read from. */
export type PreferenceReader = Pick<Storage, 'getItem'>

/**
 * Local storage for what the product can do without: blocked or unreadable, it holds nothing; blocked or full, it
 * keeps nothing. It never throws.
 */
export const preferences: Pick<Storage, 'getItem' | 'setItem'> = {
  getItem(key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  setItem(key, value) {
    try {
      localStorage.setItem(key, value)
    } catch {
      // What could not be kept holds for this page.
    }
  },
}
