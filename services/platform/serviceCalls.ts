import { createHash, timingSafeEqual } from 'node:crypto'
import { readOrMakeSecret } from './keys.ts'
import type { ServiceCalls } from './platform.ts'
import { Problem } from './problems.ts'

/** The header that carries the secret of the services. */
export const serviceHeader = 'x-service-secret'

/** The secret that services know each other by: `DATA_DIR/keys/services`, which those on other machines share. */
export function serviceSecret(dataDir: string): string {
  return readOrMakeSecret(dataDir, 'services')
}

/** Lets only services through. */
export function createServiceCalls(secret: string): ServiceCalls {
  const expected = digest(secret)
  return {
    authorize(request) {
      const given = request.headers[serviceHeader]
      if (typeof given === 'string' && timingSafeEqual(digest(given), expected)) return
      throw new Problem(403, 'SERVICES_ONLY', 'This call is for the services: X-Service-Secret is missing or wrong.')
    },
  }
}

/** Digests have one length, whatever was given. */
function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
