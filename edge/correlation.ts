import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Identifies one user action in the logs of every part that handles it. */
export const correlationHeader = 'x-correlation-id'

/** The ids that the gateway accepts. If an id were replaced on the way, the logs of the parts could not be matched. */
const valid = /^[\w.-]{1,64}$/

/**
 * Returns the caller's correlation id if it is valid, else a new one. Sets it in the request's headers, so that the parts
 * behind the edge get it too.
 */
export function correlate({ headers }: IncomingMessage): string {
  const given = headers[correlationHeader]
  const id = typeof given === 'string' && valid.test(given) ? given : randomUUID()
  headers[correlationHeader] = id
  return id
}
