import { preferences } from '../../../app/storage.ts'

// This file has the part of the stored state that the first view needs; confirmationMemory.ts has the rest.

/**
 * The storage key. Its value is the account whose e-mail address is not confirmed, and the time (ms since 1970) from
 * which the banner may be shown.
 */
export const confirmationKey = 'keepsake.confirmation'

/** Whether the banner about an unconfirmed e-mail address is due, according to what the previous view has stored. */
export function hasConfirmationBanner(accountId: string | undefined): boolean {
  const [owner, from] = readConfirmation()
  return owner === accountId && Number(from) <= Date.now()
}

export function readConfirmation(): readonly string[] {
  return (preferences.getItem(confirmationKey) ?? '').split(' ')
}
