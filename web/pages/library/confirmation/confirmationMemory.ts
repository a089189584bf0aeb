import { preferences } from '../../../app/storage.ts'
import { confirmationKey, readConfirmation } from './knownConfirmation.ts'

/** How long the banner stays closed, in ms. */
const closedTime = 7 * 24 * 60 * 60 * 1000

/** Stores whether the next view reserves space for the banner. A closed banner stays closed. */
export function rememberConfirmation(accountId: string, isConfirmed: boolean): void {
  const [owner] = readConfirmation()
  if (isConfirmed && owner === accountId) preferences.setItem(confirmationKey, '')
  if (!isConfirmed && owner !== accountId) preferences.setItem(confirmationKey, `${accountId} 0`)
}

/** Whether the customer has closed the banner within the last week. */
export function isConfirmationClosed(accountId: string | undefined): boolean {
  const [owner, from] = readConfirmation()
  return owner === accountId && Number(from) > Date.now()
}

/** Closes the banner for a week. */
export function closeConfirmation(accountId: string): void {
  preferences.setItem(confirmationKey, `${accountId} ${Date.now() + closedTime}`)
}
