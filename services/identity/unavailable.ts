import type { KoaContextWithOIDC } from 'oidc-provider'
import { DatabaseUnavailable } from '../platform/databaseUnavailable.ts'
import { databaseProblem } from '../platform/problems.ts'

type Answer = Pick<KoaContextWithOIDC, 'status' | 'type' | 'body' | 'set'>

/**
 * Turns the provider's answer to a failure into 503 if the database is away, as OAuth 2 names it. Pages stay as they
 * are, and so do redirects, which report the failure to the client.
 */
export function answerUnavailable(context: Answer, error: unknown): void {
  if (!(error instanceof DatabaseUnavailable) || context.status < 500) return
  const { headers, message } = databaseProblem()
  context.status = 503
  context.set({ ...headers })
  if (context.type === 'text/html') return
  context.body = { error: 'temporarily_unavailable', error_description: message }
}
