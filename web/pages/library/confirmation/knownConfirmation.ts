import { preferences } from '../../../app/storage.ts'

// This file has the part of the stored state that the first view needs; confirmationMemory.ts has the rest.

/** The key of the account whose address is not confirmed, and the time from which the banner says so (ms since 1970). */
export const confirmationKey = 'keepsake.confirmation'

/** Whether to show the banner about an unconfirmed address, by what the browser remembers of the last view. */
export function hasConfirmationBanner(accountId: string | undefined): boolean {
  const [owner, from] = readConfirmation()
  return owner === accountId && Number(from) <= Date.now()
}

export function readConfirmation(): readonly string[] {
  return (preferences.getItem(confirmationKey) ?? '').split(' ')
}
