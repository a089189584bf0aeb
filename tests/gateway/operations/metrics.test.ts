import type { FastifyInstance } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import { documentsFile } from '../../support/documentsFile.ts'
import { ask, listenAt } from '../../support/gateway.ts'
import { setUpUpstreams } from '../../support/gatewaySetup.ts'
import { connect, listen } from '../../support/socketClient.ts'

const query = 'query LibraryPage { viewer { library { albumsCount } } }'
const persistedDocuments = documentsFile({ abc123: query })
const setup = setUpUpstreams()
let app: FastifyInstance

beforeEach(async () => {
  app = await setup.start({ PERSISTED_DOCUMENTS: persistedDocuments })
})

/** The value of a series. `series` must have its labels in the order of the `/metrics` page. */
async function value(series: string): Promise<number | undefined> {
  const { body } = await app.inject('/metrics')
  const line = body.split('\n').find((text) => text.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

function byId(sha256Hash: string) {
  return app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${setup.token}` },
    payload: { extensions: { persistedQuery: { version: 1, sha256Hash } } },
  })
}

describe('metrics', () => {
  test('are in the Prometheus text format, and include process metrics', async () => {
    const response = await app.inject('/metrics')
    expect(response.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(response.body).toContain('# TYPE gateway_operation_duration_seconds histogram')
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
    ])
      // The event loop lag is only known after the first interval.
      await expect.poll(() => value(name)).toBeGreaterThan(0)
  })

  test('can be disabled', async () => {
    app = await setup.start({ METRICS: 'false' })
    expect((await app.inject('/metrics')).statusCode).toBe(404)
  })

  test('count operations by document, type, transport and outcome, and their cost', async () => {
    await byId('abc123')
    await byId('abc123')
    setup.upstreams.fail('/photos/', { kind: 'status', status: 500 })
    await byId('abc123')
    const count = 'gateway_operation_duration_seconds_count{document="LibraryPage",type="query",transport="http"'
    expect(await value(`${count},outcome="OK"}`)).toBe(2)
    expect(await value(`${count},outcome="UPSTREAM_UNAVAILABLE"}`)).toBe(1)
    expect(await value('gateway_operation_cost_count{document="LibraryPage"}')).toBe(3)
    expect(await value('gateway_operation_cost_sum{document="LibraryPage"}')).toBeGreaterThan(3)
  })

  test('do not name documents that are not persisted, however many there are', async () => {
    for (let number = 0; number < 50; number += 1) await ask(app, `query Foreign${number} { __typename }`)
    await byId('unknown')
    const { body } = await app.inject('/metrics')
    expect(body).not.toContain('Foreign')
    const documents = new Set([...body.matchAll(/document="([^"]*)"/g)].map(([, name]) => name))
    expect(documents).toEqual(new Set(['other']))
  })

  test('count upstream calls, their requests and their retries', async () => {
    setup.upstreams.fail('/photos/users', { kind: 'status', status: 503 }, 1)
    await byId('abc123')
    await ask(app, '{ site { brand } }')
    const count = 'gateway_upstream_call_duration_seconds_count'
    expect(await value(`${count}{upstream="photos",outcome="OK"}`)).toBe(1)
    expect(await value(`${count}{upstream="site",outcome="OK"}`)).toBe(1)
    // This call fetches the signing keys.
    expect(await value(`${count}{upstream="identity",outcome="OK"}`)).toBe(1)
    expect(await value('gateway_upstream_requests_total{upstream="photos"}')).toBe(2)
    expect(await value('gateway_upstream_retries_total{upstream="photos"}')).toBe(1)
    expect(await value('gateway_upstream_connections{upstream="photos"}')).toBe(1)
  })

  test('show the current state of the upstreams', async () => {
    const { promise, resolve: release } = Promise.withResolvers<void>()
    setup.upstreams.hold('/photos/users', promise)
    const answer = byId('abc123')
    const running = 'gateway_upstream_calls_running{upstream="photos"}'
    await expect.poll(() => value(running)).toBe(1)
    expect(await value('gateway_operations_running{transport="http"}')).toBe(1)
    expect(await value('gateway_upstream_calls_waiting{upstream="photos"}')).toBe(0)
    expect(await value('gateway_upstream_circuit_open{upstream="photos"}')).toBe(0)
    release()
    await answer
    expect(await value(running)).toBe(0)
    expect(await value('gateway_operations_running{transport="http"}')).toBe(0)
  })

  test('show an open circuit', async () => {
    setup.upstreams.fail('/photos/', { kind: 'reset' })
    await expect
      .poll(async () => {
        await byId('abc123')
        return value('gateway_upstream_circuit_open{upstream="photos"}')
      })
      .toBe(1)
    expect(await value('gateway_upstream_circuit_open{upstream="site"}')).toBe(0)
  })

  test('count sockets, subscriptions and their events', async () => {
    const url = await listenAt(app)
    const client = connect(url, setup.token)
    const received = listen(client, { query: 'subscription { libraryEvents { cursor } }' })
    await expect.poll(() => received.events.length).toBe(1)
    expect(await value('gateway_sockets_open')).toBe(1)
    expect(await value('gateway_live_streams_open{stream="library"}')).toBe(1)
    expect(await value('gateway_live_streams_open{stream="archives"}')).toBe(0)
    expect(await value('gateway_subscriptions_open{transport="websocket"}')).toBe(1)
    expect(await value('gateway_events_delivered_total{transport="websocket"}')).toBe(1)
    received.stop()
    await client.dispose()
    await expect.poll(() => value('gateway_sockets_open')).toBe(0)
    await expect.poll(() => value('gateway_live_streams_open{stream="library"}')).toBe(0)
    await expect.poll(() => value('gateway_subscriptions_open{transport="websocket"}')).toBe(0)
  })

  test('count event streams, which end when their client disconnects', async () => {
    const url = await listenAt(app)
    const leave = new AbortController()
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        authorization: `Bearer ${setup.token}`,
      },
      body: JSON.stringify({ query: 'subscription { libraryEvents { cursor } }' }),
      signal: leave.signal,
    })
    await response.body?.getReader().read()
    await expect.poll(() => value('gateway_events_delivered_total{transport="sse"}')).toBe(1)
    expect(await value('gateway_subscriptions_open{transport="sse"}')).toBe(1)
    leave.abort()
    await expect.poll(() => value('gateway_subscriptions_open{transport="sse"}')).toBe(0)
    await expect.poll(() => value('gateway_operations_running{transport="sse"}')).toBe(0)
  })

  test('show the hits of the document and token caches', async () => {
    await byId('abc123')
    await byId('abc123')
    expect(await value('gateway_documents_kept{origin="own"}')).toBe(1)
    expect(await value('gateway_document_lookups_total{outcome="kept"}')).toBe(1)
    expect(await value('gateway_document_lookups_total{outcome="parsed"}')).toBe(1)
    await ask(app, '{ viewer { email } }', { token: setup.token })
    expect(await value('gateway_documents_kept{origin="foreign"}')).toBe(0)
    expect(await value('gateway_document_lookups_total{outcome="parsed"}')).toBe(2)
    await ask(app, '{ viewer { email } }', { token: setup.token })
    expect(await value('gateway_documents_kept{origin="foreign"}')).toBe(1)
    expect(await value('gateway_tokens_kept')).toBe(1)
    expect(await value('gateway_token_lookups_total{outcome="checked"}')).toBe(1)
    expect(await value('gateway_token_lookups_total{outcome="remembered"}')).toBe(3)
  })

  test('count rejections by reason', async () => {
    app = await setup.start({
      MAX_OPERATION_COST: '5',
      ADDRESS_OPERATION_RATE: '0.01',
      ADDRESS_OPERATION_BURST: '4',
    })
    await ask(app, '{ __typename }', { headers: { authorization: 'Bearer none' } })
    await ask(app, query, { token: setup.token })
    expect(await value('gateway_refusals_total{reason="token"}')).toBe(1)
    expect(await value('gateway_refusals_total{reason="cost"}')).toBe(1)
    await app.inject({ method: 'POST', url: '/graphql', payload: [] })
    await ask(app, '{ __typename }', { headers: { origin: 'http://evil.test' } })
    for (let round = 0; round < 5; round += 1) await ask(app, '{ __typename }')
    expect(await value('gateway_refusals_total{reason="rate"}')).toBeGreaterThan(0)
    const { body } = await app.inject('/metrics')
    const reasons = [...body.matchAll(/^gateway_refusals_total\{reason="(\w*)"\}/gm)].map(([, reason]) => reason)
    expect(new Set(reasons)).toEqual(new Set(['cost', 'form', 'origin', 'rate', 'token']))
  })

  test('count an invalid token of a socket', async () => {
    const url = await listenAt(app)
    const received = listen(connect(url, 'none'), { query: '{ __typename }' })
    expect((await received.over).code).toBe(4403)
    expect(await value('gateway_refusals_total{reason="token"}')).toBe(1)
  })
})

describe('no operation is counted as running forever', () => {
  const deferred = `query { viewer { ... @defer { library { albumsCount } } } }`
  const requests: [
    string,
    { method: 'GET' | 'POST'; url?: string; headers?: Record<string, string>; body?: string },
  ][] = [
    ['a GET without a document', { method: 'GET', url: '/graphql' }],
    ['a GET of a mutation', { method: 'GET', url: '/graphql?query=mutation%7B__typename%7D' }],
    [
      'an unsupported media type',
      { method: 'POST', headers: { accept: 'image/png' }, body: `{"query":"{__typename}"}` },
    ],
    ['a body of another type', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }],
    ['a body that is not JSON', { method: 'POST', body: '{' }],
    ['a batch', { method: 'POST', body: '[{"query":"{__typename}"}]' }],
    [
      'a subscription that is not allowed',
      {
        method: 'POST',
        headers: { accept: 'text/event-stream' },
        body: `{"query":"subscription { libraryEvents { cursor } }"}`,
      },
    ],
    ['a subscription as JSON', { method: 'POST', body: `{"query":"subscription { libraryEvents { cursor } }"}` }],
    [
      'a query as an event stream',
      { method: 'POST', headers: { accept: 'text/event-stream' }, body: `{"query":"{ __typename }"}` },
    ],
    [
      'a deferred answer',
      { method: 'POST', headers: { accept: 'multipart/mixed' }, body: JSON.stringify({ query: deferred }) },
    ],
  ]
  test.each(requests)('after %s', async (_what, { method, url = '/graphql', headers, body }) => {
    await app.inject({
      method,
      url,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { payload: body }),
    })
    const running = async () => {
      const { body: text } = await app.inject('/metrics')
      return [...text.matchAll(/^gateway_operations_running\{.*\} (\d+)$/gm)].map(([, count]) => Number(count))
    }
    await expect.poll(async () => Math.max(0, ...(await running()))).toBe(0)
  })

  test('when its client has disconnected', async () => {
    const url = await listenAt(app)
    const { promise, resolve: release } = Promise.withResolvers<void>()
    setup.upstreams.hold('/photos/users', promise)
    const leave = new AbortController()
    const answer = fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${setup.token}` },
      body: JSON.stringify({ query }),
      signal: leave.signal,
    })
    await expect.poll(() => value('gateway_operations_running{transport="http"}')).toBe(1)
    leave.abort()
    await expect(answer).rejects.toThrow()
    release()
    await expect.poll(() => value('gateway_operations_running{transport="http"}')).toBe(0)
  })
})
