import { readOrMakeSecret } from './keys.ts'
import type { ServiceCalls } from './platform.ts'
import { secretHeader } from './secretHeader.ts'

/** The header that carries the secret of the services. */
export const serviceHeader = 'x-service-secret'

/**
 * The secret that proves that a caller is a service: `DATA_DIR/keys/services`, shared with services on other machines.
 */
export function serviceSecret(dataDir: string): string {
  return readOrMakeSecret(dataDir, 'services')
}

/** Recognises the calls of our own services. */
export function createServiceCalls(secret: string): ServiceCalls {
  return { isOwn: secretHeader(serviceHeader, secret) }
}
