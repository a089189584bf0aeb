import type { FastifyRequest } from 'fastify'
import type { Admission } from './admission.ts'
import { clientAddress } from './clientAddress.ts'

/** How requests for operations and sockets are let in. */
export interface DoorOptions {
  readonly admission: Admission
  readonly sockets: { readonly size: number; isAskedBy(request: FastifyRequest): boolean }
  /** What costs nothing worth counting. */
  isFree(request: FastifyRequest): boolean
}

/**
 * Lets requests in, or refuses them, before their token is verified and their body read: what is refused costs little.
 * @returns a hook that throws RATE_LIMITED or OVERLOADED
 */
export function createDoor({ admission, sockets, ...options }: DoorOptions) {
  return async (request: FastifyRequest): Promise<void> => {
    if (options.isFree(request)) return
    const refusal = sockets.isAskedBy(request)
      ? admission.refuseSocket(clientAddress(request), sockets.size)
      : admission.refuse({ accountId: null, address: clientAddress(request) })
    if (refusal) throw refusal
  }
}
