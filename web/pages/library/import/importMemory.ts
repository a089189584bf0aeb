import { Emitter } from '../../../app/Store.ts'
import { preferences } from '../../../app/storage.ts'
import { knownKey, postponedKey, readPostponed } from './knownImport.ts'

/** The storage key of the import end (`endOf`) whose notice the customer dismissed. */
const dismissedKey = 'keepsake.importAway'

const changes = new Emitter()

/**
 * Stores the state of an account's older library.
 * @param noticeEnd the time until which the library shows a notice, in ms since 1970
 */
export function rememberOlderLibrary(accountId: string, exists: boolean, noticeEnd: number): void {
  const known = `${accountId} ${noticeEnd} ${exists}`
  if (known === preferences.getItem(knownKey)) return
  preferences.setItem(knownKey, known)
  changes.emit()
}

/** Postpones the notice until the next visit. Without session storage the notice stays. */
export function postponeImport(accountId: string): void {
  try {
    sessionStorage.setItem(postponedKey, accountId)
  } catch {
    return
  }
  changes.emit()
}

/** Ends the postponement, because the import has been started. */
export function clearPostponement(): void {
  if (readPostponed() === null) return
  sessionStorage.removeItem(postponedKey)
  changes.emit()
}

/** Whether the notice of this import end (`endOf`) was dismissed. A later import gets a new notice. */
export function isNoticeDismissed(end: string): boolean {
  return preferences.getItem(dismissedKey) === end
}

/** Permanently dismisses the notice of this import end (`endOf`). */
export function dismissNotice(accountId: string, end: string): void {
  preferences.setItem(dismissedKey, end)
  rememberOlderLibrary(accountId, true, 0)
}

/** Calls the listener after each change. Returns a function that unsubscribes. */
export const subscribeToImportMemory = changes.subscribe
