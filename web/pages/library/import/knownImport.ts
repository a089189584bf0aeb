import { preferences } from '../../../app/storage.ts'

// This file has the part of the stored import state that the first view needs; importMemory.ts has the rest.

/**
 * The storage key of the last known state of an older library. From this state, a page knows whether to reserve space
 * for the notice before the query is answered.
 */
export const knownKey = 'keepsake.olderLibrary'
/** The storage key of the account that has postponed the notice until its next visit. */
export const postponedKey = 'keepsake.importPutOff'

/** Whether an account has, or had, an older library, as last known. */
export function hasOlderLibrary(accountId: string | undefined): boolean {
  const [owner, , exists] = readKnown()
  return owner === accountId && exists === 'true'
}

/** Whether the photo library shows a notice about the older library, as last known. */
export function hasImportNotice(accountId: string | undefined): boolean {
  const [owner, noticeEnd] = readKnown()
  return owner === accountId && Number(noticeEnd) > Date.now() && readPostponed() !== accountId
}

/** The account that has postponed the notice; null if no account has. */
export function readPostponed(): string | null {
  try {
    return sessionStorage.getItem(postponedKey)
  } catch {
    return null
  }
}

function readKnown(): readonly string[] {
  return (preferences.getItem(knownKey) ?? '').split(' ')
}
