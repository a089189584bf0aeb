/** Whether the browser allows this site to store data. Signing in needs it. */
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

/** Reads stored preferences. */
export type PreferenceReader = Pick<Storage, 'getItem'>

/** Values that local storage refused; kept until the page is left. */
const keptByPage = new Map<string, string>()

/** Local storage for optional values. It never throws: a value that cannot be stored lasts as long as the page. */
export const preferences: Pick<Storage, 'getItem' | 'setItem'> = {
  getItem(key) {
    try {
      return localStorage.getItem(key) ?? keptByPage.get(key) ?? null
    } catch {
      return keptByPage.get(key) ?? null
    }
  },
  setItem(key, value) {
    try {
      localStorage.setItem(key, value)
      keptByPage.delete(key)
    } catch {
      keptByPage.set(key, value)
    }
  },
}
