import { beforeEach, expect, test } from 'vitest'
import { ask } from '../support/gateway.ts'
import { setUpGateway } from '../support/gatewaySetup.ts'
import type { Fault } from '../support/upstreamFaults.ts'

const gateway = setUpGateway()
const path = '/personalisation/v1/variants/me'
const query = `{ viewer { email banner: experimentVariant(experiment: "welcome-banner-text")
  cover: experimentVariant(experiment: "cover") unknown: experimentVariant(experiment: "__proto__") } }`

beforeEach(() => {
  gateway.upstreams.variants.clear()
  gateway.upstreams.variants.set('welcome-banner-text', 'memories').set('cover', 'plain')
})

test('the variants of all fields are read with one call and the customer’s token', async () => {
  const { data, errors } = await gateway.ask(query)
  expect([data.viewer, errors]).toEqual([
    { email: 'a@example.com', banner: 'memories', cover: 'plain', unknown: null },
    [],
  ])
  const calls = gateway.upstreams.calls.filter(({ path: called }) => called.startsWith('/personalisation'))
  expect(calls.map(({ path: called, headers }) => [called, headers['authorization']])).toEqual([
    [path, `Bearer ${gateway.token}`],
  ])
})

test.each<[string, Fault]>([
  ['is slow', { kind: 'hang' }],
  ['resets the connection', { kind: 'reset' }],
  ['responds with 503', { kind: 'status', status: 503 }],
  ['responds with 429', { kind: 'status', status: 429, retryAfter: '60' }],
  ['sends an unexpected shape', { kind: 'body', text: '{"variants":[{"experiment":1}]}' }],
])('when the service %s, the default is shown without an error', async (_what, fault) => {
  // A gateway of its own, because the failures open its circuit breaker.
  const app = await gateway.start()
  gateway.upstreams.fail(path, fault)
  const { data, errors } = await ask(app, query, { token: gateway.token })
  expect([data.viewer, errors]).toEqual([{ email: 'a@example.com', banner: null, cover: null, unknown: null }, []])
})
