import type { Operator } from './platform.ts'
import { Problem } from './problems.ts'
import { secretHeader } from './secretHeader.ts'

/** Recognises the operator's calls by this secret. It is in `DATA_DIR/keys/operator` too, where commands read it. */
export function createOperator(secret: string): Operator {
  const hasSecret = secretHeader('x-operator-secret', secret)
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
