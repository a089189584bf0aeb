import { readOrMakeSecret } from './keys.ts'
import type { Operator } from './platform.ts'
import { Problem } from './problems.ts'
import { secretHeader } from './secretHeader.ts'

/** The operator's secret is in `DATA_DIR/keys/operator`. Read access to that file permits the operator's calls. */
export function createOperator(dataDir: string): Operator {
  const hasSecret = secretHeader('x-operator-secret', readOrMakeSecret(dataDir, 'operator'))
  return {
    authorize(request) {
      if (hasSecret(request)) return
      throw new Problem(
        403,
        'OPERATOR_ONLY',
        'This call is for the operator only: X-Operator-Secret is missing or wrong.',
      )
    },
  }
}
