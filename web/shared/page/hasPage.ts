import { isFeatureOn } from '../../app/features.ts'
import type { Session } from '../../app/Session.ts'
import type { AccountKind } from '../../auth/session.ts'
import type { PageRoute } from './PageRoute.ts'

/** Whether a customer has a page: its feature is on at this address, and it is for this kind of account. */
export function hasPage(
  { config }: Session,
  { feature, accounts }: PageRoute,
  search: URLSearchParams,
  kind: AccountKind | undefined,
): boolean {
  if (accounts && accounts !== kind) return false
  return !feature || isFeatureOn(config.features, feature, search)
}
