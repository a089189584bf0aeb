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

/** What local storage would not keep. */
const keptByPage = new Map<string, string>()

/** Local storage for what the product can do without. It never throws: what it cannot keep holds for this page. */
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
