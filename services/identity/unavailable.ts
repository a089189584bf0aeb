import type { KoaContextWithOIDC } from 'oidc-provider'
import { DatabaseUnavailable } from '../platform/databaseUnavailable.ts'
import { databaseProblem } from '../platform/problems.ts'

type Answer = Pick<KoaContextWithOIDC, 'status' | 'type' | 'body' | 'set'>

/**
 * If the database is unavailable, gives the provider's answer to the failure the status 503 and the error code of OAuth
 * 2. If the answer is an HTML page, its content stays. A redirect stays as it is, because it reports the failure to the
 * client.
 */
export function answerUnavailable(context: Answer, error: unknown): void {
  if (!(error instanceof DatabaseUnavailable) || context.status < 500) return
  const { headers, message } = databaseProblem()
  context.status = 503
  context.set({ ...headers })
  if (context.type === 'text/html') return
  context.body = { error: 'temporarily_unavailable', error_description: message }
}
