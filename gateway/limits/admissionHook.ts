import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Admission } from './admission.ts'
import { clientAddress } from './clientAddress.ts'

/** The dependencies of the admission hook. */
export interface AdmissionHookOptions {
  readonly admission: Admission
  readonly sockets: { readonly size: number; isRequestedBy(request: FastifyRequest): boolean }
  /** The account of a request whose token was verified earlier. Null for all others. */
  knownAccountOf(request: FastifyRequest): string | null
  /** Whether a request is exempt from the limits because it costs almost nothing. */
  isExempt(request: FastifyRequest): boolean
}

/**
 * Applies the limits before the token is verified and the body is read, so that a rejected request costs little.
 * @returns a hook that throws RATE_LIMITED or OVERLOADED
 */
export function createAdmissionHook({ admission, sockets, ...options }: AdmissionHookOptions) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (options.isExempt(request)) return
    const address = clientAddress(request)
    const refusal = sockets.isRequestedBy(request)
      ? admission.refuseSocket(address, sockets.size)
      : admission.refuseRequest({ accountId: options.knownAccountOf(request), address })
    if (!refusal) return
    reply.headers(admission.rateLimitHeaders(null, () => address))
    throw refusal
  }
}
