import { type AuditResult, auditServer } from 'graphql-http'
import { describe, expect, test } from 'vitest'
import { setUpGateway } from '../../support/gatewaySetup.ts'

const gateway = setUpGateway()

/** The failed audits as text. */
function complaint(result: AuditResult): string {
  return 'reason' in result ? `${result.id} ${result.name}: ${result.reason}` : result.name
}

describe('the server audits of GraphQL over HTTP', () => {
  // In the second and third run, the documents are cached and compiled.
  test.each([1, 2, 3])('all pass without warnings or notices, run %d', async () => {
    const results = await auditServer({ url: `${gateway.url}/graphql` })
    expect(results.filter(({ status }) => status !== 'ok').map(complaint)).toEqual([])
    expect(results).toHaveLength(61)
  })
})
