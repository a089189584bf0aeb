import { preferences } from '../../app/storage.ts'

const key = 'keepsake.latestOrder'

/** Whether the overview showed an order of this account at its last view in this browser. */
export function hadLatestOrder(accountId: string): boolean {
  return accountId !== '' && preferences.getItem(key) === accountId
}

/** Stores for the next view of the overview whether it shows an order of this account. */
export function rememberLatestOrder(accountId: string, isShown: boolean): void {
  if (isShown !== hadLatestOrder(accountId)) preferences.setItem(key, isShown ? accountId : '')
}
