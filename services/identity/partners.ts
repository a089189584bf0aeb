import type { Account } from '../platform/platform.ts'
import { Problem } from '../platform/problems.ts'
import { type ClientSources, findSignInClient } from './clients.ts'
import { isOurs } from './grants.ts'

/**
 * Call this before a change of who can act for the customer: sign-ins, passkeys, and connected apps.
 * @throws a 403 problem for an app of a partner, whatever its scopes: even the scope `account` is only for details and
 *   addresses
 */
export function refusePartners(sources: ClientSources, { clientId }: Pick<Account, 'clientId'>): void {
  if (clientId === null) return
  const client = findSignInClient(sources, clientId)
  if (client && isOurs(client)) return
  throw new Problem(403, 'FORBIDDEN', 'Only programs of the retailer may change sign-ins, passkeys and connected apps.')
}
