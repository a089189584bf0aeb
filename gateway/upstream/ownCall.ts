import { randomUUID } from 'node:crypto'
import type { CallScope } from './call.ts'

/**
 * The scope of a call that the gateway makes outside of any operation.
 * @param time timeout in ms
 * @param customer whose account and token the call is made with; by default it is made without a token
 */
export function ownCall(
  time: number,
  customer?: { readonly accountId: string; readonly accessToken: string },
): CallScope {
  return {
    observer: { upstreamCall: () => undefined },
    correlationId: randomUUID(),
    accountId: customer?.accountId,
    accessToken: customer?.accessToken,
    deadline: performance.now() + time,
  }
}
