import { Emitter } from '../../../app/Store.ts'
import { preferences } from '../../../app/storage.ts'

/** What is known of an older library, kept so that its place is there before it is asked for again. */
const knownKey = 'keepsake.olderLibrary'
/** Which end of an import was put away. */
const awayKey = 'keepsake.importAway'
/** Who has put off until the next visit what waits for them. */
const putOffKey = 'keepsake.importPutOff'

const changes = new Emitter()

/** Whether an account has, or had, an older library, as far as is known. */
export function hasOlderLibrary(accountId: string | undefined): boolean {
  const [owner, , isThere] = readKnown()
  return owner === accountId && isThere === 'true'
}

/** Whether the library has something to tell of it. */
export function isImportTold(accountId: string | undefined): boolean {
  const [owner, toldUntil] = readKnown()
  return owner === accountId && Number(toldUntil) > Date.now() && readPutOff() !== accountId
}

/**
 * Remembers what is known of an account's older library.
 * @param toldUntil until when the library tells of it, in milliseconds since 1970
 */
export function rememberOlderLibrary(accountId: string, isThere: boolean, toldUntil: number): void {
  const known = `${accountId} ${toldUntil} ${isThere}`
  if (known === preferences.getItem(knownKey)) return
  preferences.setItem(knownKey, known)
  changes.emit()
}

/** Puts off what waits for somebody until the next visit. Where the session keeps nothing it stays. */
export function putOffImport(accountId: string): void {
  try {
    sessionStorage.setItem(putOffKey, accountId)
  } catch {
    return
  }
  changes.emit()
}

/** What was put off goes on. */
export function takeUpImport(): void {
  if (readPutOff() === null) return
  sessionStorage.removeItem(putOffKey)
  changes.emit()
}

/** Whether this end of an import was put away; a later one is told of anew. */
export function isImportAway(end: string): boolean {
  return preferences.getItem(awayKey) === end
}

/** Puts away an end of an import for good. */
export function putImportAway(accountId: string, end: string): void {
  preferences.setItem(awayKey, end)
  rememberOlderLibrary(accountId, true, 0)
}

/** Calls the listener after each change; the returned function ends that. */
export const subscribeToImportMemory = changes.subscribe

function readKnown(): readonly string[] {
  return (preferences.getItem(knownKey) ?? '').split(' ')
}

function readPutOff(): string | null {
  try {
    return sessionStorage.getItem(putOffKey)
  } catch {
    return null
  }
}
