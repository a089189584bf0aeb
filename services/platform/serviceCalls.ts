import { readOrMakeSecret } from './keys.ts'
import type { ServiceCalls } from './platform.ts'
import { Problem } from './problems.ts'
import { secretHeader } from './secretHeader.ts'

/** The header that carries the secret of the services. */
export const serviceHeader = 'x-service-secret'

/**
 * The secret that proves that a caller is a service: `DATA_DIR/keys/services`, shared with services on other machines.
 */
export function serviceSecret(dataDir: string): string {
  return readOrMakeSecret(dataDir, 'services')
}

/** Accepts only calls from services. */
export function createServiceCalls(secret: string): ServiceCalls {
  const hasSecret = secretHeader(serviceHeader, secret)
  return {
    authorize(request) {
      if (hasSecret(request)) return
      throw new Problem(403, 'SERVICES_ONLY', 'This call is for services only: X-Service-Secret is missing or wrong.')
    },
  }
}
