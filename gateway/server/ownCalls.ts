import { randomUUID } from 'node:crypto'
import type { CallScope } from '../upstream/call.ts'

/**
 * The scope of a call that the gateway makes on nobody's behalf: without a token, and part of no operation.
 * @param milliseconds that it may take
 */
export function ownCall(milliseconds: number): CallScope {
  return {
    observer: { upstreamCall: () => undefined },
    correlationId: randomUUID(),
    accessToken: undefined,
    deadline: performance.now() + milliseconds,
  }
}
