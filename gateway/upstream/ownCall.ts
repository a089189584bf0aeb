import { randomUUID } from 'node:crypto'
import type { CallScope } from './call.ts'

/**
 * The scope of a call that the gateway makes by itself, as part of no operation.
 * @param time milliseconds that it may take
 * @param accessToken of the customer on whose behalf it is made; by default on nobody's
 */
export function ownCall(time: number, accessToken?: string): CallScope {
  return {
    observer: { upstreamCall: () => undefined },
    correlationId: randomUUID(),
    accessToken,
    deadline: performance.now() + time,
  }
}
