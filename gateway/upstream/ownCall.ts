import { randomUUID } from 'node:crypto'
import type { CallScope } from './call.ts'

/**
 * Creates the scope of a call that the gateway makes outside of any operation.
 * @param time timeout in ms
 * @param customer the account and the token for the call; by default, the call has no token
 */
export function ownCall(
  time: number,
  customer?: { readonly accountId: string; readonly accessToken: string; readonly scopes: CallScope['scopes'] },
): CallScope {
  return {
    observer: { upstreamCall: () => undefined },
    correlationId: randomUUID(),
    accountId: customer?.accountId,
    accessToken: customer?.accessToken,
    scopes: customer?.scopes ?? null,
    deadline: performance.now() + time,
  }
}
