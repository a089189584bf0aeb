import type { ServiceCalls } from './platform.ts'
import { secretHeader } from './secretHeader.ts'

/** The header that carries the secret of the services. */
export const serviceHeader = 'x-service-secret'

/** Recognises the calls of our own services by this secret, which all of them have. */
export function createServiceCalls(secret: string): ServiceCalls {
  return { isOwn: secretHeader(serviceHeader, secret) }
}
