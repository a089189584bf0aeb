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
