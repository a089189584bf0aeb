import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { accountOf, callerOf, isBusiness } from '../platform/access.ts'
import { UpstreamError } from '../platform/http.ts'
import { Problem } from '../platform/problems.ts'
import type { Platform } from '../platform/platform.ts'

/** Other calls of the same request take time as well, and the gateway waits for 5 s. */
const deadlineMilliseconds = 1_500

/** What is read from the answer of the customers service. Only business accounts have a status. */
const customerSchema = z.object({ businessAccountStatus: z.string().nullish() })

/**
 * True if a blocked business account makes the request: it can read everything, but change nothing. False for other
 * accounts. For private accounts, no call is made.
 * @throws Problem 503 if the customers service does not answer, 409 if the account is deleted
 */
export async function isBlocked({ config, http, log }: Platform, request: FastifyRequest): Promise<boolean> {
  if (!isBusiness(accountOf(request))) return false
  const url = `${config.urls.customers}/customers/me`
  const call = { ...callerOf(request), url, deadlineMilliseconds, answer: customerSchema }
  try {
    const { businessAccountStatus: status } = await http.call(call)
    return status?.toLowerCase() === 'blocked'
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    if (error.status === 404) throw new Problem(409, 'ACCOUNT_DELETED', 'The account is deleted.')
    log.warn({ err: error, correlationId: request.id }, 'the status of a business account cannot be read')
    throw new Problem(503, 'CUSTOMERS_UNAVAILABLE', 'It is not known at the moment whether the account is blocked.')
  }
}
