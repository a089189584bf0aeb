import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Identifies one user action in the logs of every part that handles it. */
export const correlationHeader = 'x-correlation-id'

/** All parts accept the same ids. If one part replaced an id that another accepts, their logs could not be matched. */
const valid = /^[\w.-]{1,64}$/

/**
 * Returns the caller's correlation id if it is valid, else a new one. Sets it in the request's headers, so that
 * everything that handles the request finds the same one.
 */
export function correlate({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[correlationHeader]
  const id = typeof given === 'string' && valid.test(given) ? given : randomUUID()
  headers[correlationHeader] = id
  return id
}
