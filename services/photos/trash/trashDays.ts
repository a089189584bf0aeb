import type { Account, Platform } from '../../platform/platform.ts'

/**
 * How many days deleted photos of an account stay in the trash; 0: they are deleted for good immediately. This is the
 * setting of the brand on whose site the customer has signed in. Clients without a brand have no trash.
 */
export function trashDaysOf({ brands }: Pick<Platform, 'brands'>, account: Pick<Account, 'clientId'>): number {
  return brands.ofAccount(account)?.trashDays ?? 0
}
