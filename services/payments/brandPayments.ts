import { isBusiness } from '../platform/access.ts'
import type { Account, Platform } from '../platform/platform.ts'
import type { MethodKind } from './tables.ts'

/** The payment settings of a brand, for one kind of account. */
export interface BrandPayments {
  /** The kinds that the account may store. */
  readonly kinds: readonly MethodKind[]
  /** The origin of the brand's site, without a trailing slash. */
  readonly origin: string
}

/**
 * The payment settings of the brand on whose site the customer has signed in. Null for clients without a brand, such as
 * another team's app: their customers may store no method.
 */
export function brandPaymentsOf(
  { brands }: Pick<Platform, 'brands'>,
  account: Pick<Account, 'clientId' | 'authMethod'>,
): BrandPayments | null {
  const brand = brands.ofAccount(account)
  if (!brand) return null
  const { paymentMethods, origin } = brand
  return { kinds: isBusiness(account) ? paymentMethods.business : paymentMethods.personal, origin }
}
