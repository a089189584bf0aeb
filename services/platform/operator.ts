import { createHash, timingSafeEqual } from 'node:crypto'
import { readOrMakeSecret } from './keys.ts'
import type { Operator } from './platform.ts'
import { Problem } from './problems.ts'

/** The operator's secret is in `DATA_DIR/keys/operator`: who can read that file may make the operator's calls. */
export function createOperator(dataDir: string): Operator {
  const expected = digest(readOrMakeSecret(dataDir, 'operator'))
  return {
    authorize(request) {
      const given = request.headers['x-operator-secret']
      if (typeof given === 'string' && timingSafeEqual(digest(given), expected)) return
      throw new Problem(403, 'OPERATOR_ONLY', 'This call is for the operator: X-Operator-Secret is missing or wrong.')
    },
  }
}

/** Digests have one length, whatever was given. */
function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
