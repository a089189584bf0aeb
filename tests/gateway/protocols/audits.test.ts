import { type AuditResult, auditServer } from 'graphql-http'
import { describe, expect, test } from 'vitest'
import { setUpGateway } from '../../support/gatewaySetup.ts'

const gateway = setUpGateway()

/** What is not in order, in words. */
function complaint(result: AuditResult): string {
  return 'reason' in result ? `${result.id} ${result.name}: ${result.reason}` : result.name
}

describe('the server audits of GraphQL over HTTP', () => {
  // By the second and third time the documents are known, and are run the compiled way.
  test.each([1, 2, 3])('pass whole, without a warning or a notice, time %d', async () => {
    const results = await auditServer({ url: `${gateway.url}/graphql` })
    expect(results.filter(({ status }) => status !== 'ok').map(complaint)).toEqual([])
    expect(results).toHaveLength(61)
  })
})
