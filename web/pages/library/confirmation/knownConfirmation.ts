import { preferences } from '../../../app/storage.ts'

// This file has the part of the stored state that the first view needs; confirmationMemory.ts has the rest.

/**
 * The storage key. Its value is the account whose address is not confirmed, and the time (ms since 1970) from which the
 * banner may be shown.
 */
export const confirmationKey = 'keepsake.confirmation'

/** Whether the browser remembers from the last view that the banner about an unconfirmed address is due. */
export function hasConfirmationBanner(accountId: string | undefined): boolean {
  const [owner, from] = readConfirmation()
  return owner === accountId && Number(from) <= Date.now()
}

export function readConfirmation(): readonly string[] {
  return (preferences.getItem(confirmationKey) ?? '').split(' ')
}
