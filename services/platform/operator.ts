import { readOrMakeSecret } from './keys.ts'
import type { Operator } from './platform.ts'
import { Problem } from './problems.ts'
import { secretHeader } from './secretHeader.ts'

/** The operator's secret is in `DATA_DIR/keys/operator`: who can read that file may make the operator's calls. */
export function createOperator(dataDir: string): Operator {
  const hasSecret = secretHeader('x-operator-secret', readOrMakeSecret(dataDir, 'operator'))
  return {
    authorize(request) {
      if (hasSecret(request)) return
      throw new Problem(403, 'OPERATOR_ONLY', 'This call is for the operator: X-Operator-Secret is missing or wrong.')
    },
  }
}
