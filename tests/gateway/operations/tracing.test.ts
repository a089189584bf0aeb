import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { documentsFile } from '../../support/documentsFile.ts'
import { ask, listenAt } from '../../support/gateway.ts'
import { setUpUpstreams } from '../../support/gatewaySetup.ts'
import { anna } from '../../support/tokens.ts'
import { post, startGatewayProcess } from './gatewayProcess.ts'

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly status: { readonly code?: number }
  readonly attributes: { key: string; value: Record<string, unknown> }[]
}

const [server, client] = [2, 3]
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentId = '00f067aa0ba902b7'
const query = 'query LibraryPage { viewer { library { albumsCount } } }'
const persistedDocuments = documentsFile({ abc123: query })
const setup = setUpUpstreams()
let collector: FastifyInstance
let spans: Span[]
let endpoint: string
let app: FastifyInstance

beforeAll(async () => {
  collector = fastify({ bodyLimit: 1e8 })
  collector.post('/v1/traces', async ({ body }) => {
    const { resourceSpans } = body as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    return {}
  })
  endpoint = await listenAt(collector)
})
afterAll(() => collector.close())
beforeEach(async () => {
  spans = []
  app = await startTraced()
})

function startTraced(environment: Record<string, string> = {}) {
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, PERSISTED_DOCUMENTS: persistedDocuments }
  return setup.start({ ...settings, ...environment })
}

function byId(headers: Record<string, string> = {}) {
  return app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${setup.token}`, ...headers },
    payload: { extensions: { persistedQuery: { version: 1, sha256Hash: 'abc123' } } },
  })
}

function attributesOf(span: Span | undefined): Record<string, unknown> {
  return Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]))
}

function callToPhotos() {
  return setup.upstreams.calls.find(({ path }) => path.startsWith('/photos/'))
}

describe('traces', () => {
  test('have a span for the operation and a child span per call, and are exported when the gateway closes', async () => {
    await byId({ 'x-correlation-id': 'from-the-caller' })
    await app.close()
    const operation = spans.find(({ kind }) => kind === server)
    const call = spans.find(({ kind }) => kind === client)
    expect(spans).toHaveLength(2)
    expect(operation?.name).toBe('query LibraryPage')
    expect(attributesOf(operation)).toMatchObject({
      'graphql.operation.name': 'LibraryPage',
      'graphql.operation.type': 'query',
      'keepsake.document_id': 'abc123',
      'keepsake.transport': 'http',
      'keepsake.correlation_id': 'from-the-caller',
    })
    expect(call).toMatchObject({ name: 'GET photos', traceId: operation?.traceId, parentSpanId: operation?.spanId })
    expect(attributesOf(call)).toMatchObject({
      'http.request.method': 'GET',
      'peer.service': 'photos',
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(setup.upstreams.url).port),
    })
  })

  test('continue the caller’s trace, and pass it on to upstreams', async () => {
    await byId({ traceparent: `00-${traceId}-${parentId}-01` })
    await app.close()
    const operation = spans.find(({ kind }) => kind === server)
    const call = spans.find(({ kind }) => kind === client)
    expect(operation).toMatchObject({ traceId, parentSpanId: parentId })
    expect(callToPhotos()?.headers['traceparent']).toBe(`00-${traceId}-${call?.spanId}-01`)
  })

  test('that the caller does not sample are passed on but not recorded', async () => {
    await byId({ traceparent: `00-${traceId}-${parentId}-00` })
    await app.close()
    expect(spans).toEqual([])
    expect(callToPhotos()?.headers['traceparent']).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`))
  })

  test.each(['', 'x', `00-${'0'.repeat(32)}-${parentId}-01`, `ff-${traceId}-${parentId}-01`])(
    'start a new trace when the caller sends an invalid header: "%s"',
    async (traceparent) => {
      await byId({ traceparent })
      await app.close()
      const operation = spans.find(({ kind }) => kind === server)
      expect(operation?.traceId).toMatch(/^[0-9a-f]{32}$/)
      expect(operation?.traceId).not.toBe(traceId)
      expect(operation?.parentSpanId ?? '').toBe('')
    },
  )

  test('record errors', async () => {
    setup.upstreams.fail('/photos/', { kind: 'status', status: 503 })
    await byId()
    await app.close()
    for (const span of spans) {
      expect(span.status.code).toBe(2)
      expect(attributesOf(span)['error.type']).toBe('UPSTREAM_UNAVAILABLE')
    }
    expect(attributesOf(spans.find(({ kind }) => kind === client))['http.request.resend_count']).toBe(1)
  })

  test('contain neither caller-written text nor the caller’s identity', async () => {
    await ask(app, 'query ZomerOpTexel { zomer: viewer { email } }', { token: setup.token })
    await app.close()
    const text = JSON.stringify(spans)
    expect(spans[0]?.name).toBe('query')
    for (const personal of ['Texel', 'zomer', 'example.com', anna, setup.token]) expect(text).not.toContain(personal)
  })

  test('are sampled at the configured ratio, and always passed on', async () => {
    await app.close()
    app = await startTraced({ OTEL_TRACES_SAMPLER_ARG: '0' })
    await byId({ traceparent: `00-${traceId}-${parentId}-01` })
    await app.close()
    expect(spans).toEqual([])
    expect(callToPhotos()?.headers['traceparent']).toMatch(new RegExp(`^00-${traceId}-`))
  })

  test('are disabled without a collector: OpenTelemetry is not loaded, and nothing is passed on', async () => {
    // Refuses to load any package of OpenTelemetry except the small @opentelemetry/api, which prom-client needs.
    const refusal = `data:text/javascript,${encodeURIComponent(
      `import { registerHooks } from 'node:module'
      registerHooks({ load(url, context, next) {
        if (/@opentelemetry\\/(?!api\\/)/.test(url)) throw new Error(url + ' was loaded')
        return next(url, context)
      } })`,
    )}`
    const NODE_OPTIONS = `--import=${refusal}`
    const gateway = await startGatewayProcess(setup.upstreams, { NODE_OPTIONS })
    await (
      await post(gateway.url, query, { token: setup.token, headers: { traceparent: `00-${traceId}-${parentId}-01` } })
    ).text()
    expect(callToPhotos()?.headers['traceparent']).toBeUndefined()
    gateway.child.kill('SIGTERM')
    expect(await gateway.ended).toEqual([0, null])
    const loading = startGatewayProcess(setup.upstreams, { NODE_OPTIONS, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
    await expect(loading).rejects.toThrow()
  })

  test('do not delay operations or the shutdown when the collector is unreachable', async () => {
    const gateway = await startGatewayProcess(setup.upstreams, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => post(gateway.url, query, { token: setup.token })),
      )
      for (const answer of answers) expect(answer.status).toBe(200)
      await Promise.all(answers.map((answer) => answer.text()))
    }
    gateway.child.kill('SIGTERM')
    expect(await gateway.ended).toEqual([0, null])
  })

  test('do not delay operations when the collector never responds', async () => {
    const silent = fastify()
    silent.post('/v1/traces', () => new Promise(() => undefined))
    const url = await listenAt(silent)
    const gateway = await startGatewayProcess(setup.upstreams, { OTEL_EXPORTER_OTLP_ENDPOINT: url })
    expect((await post(gateway.url, query, { token: setup.token })).status).toBe(200)
    gateway.child.kill('SIGTERM')
    expect(await gateway.ended).toEqual([0, null])
    silent.server.closeAllConnections()
    await silent.close()
  })

  test('are counted per batch, as exported or lost', async () => {
    await app.close()
    app = await startTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
    await byId()
    const lost = async () =>
      /gateway_trace_exports_total\{outcome="lost"\} (\d+)/.exec((await app.inject('/metrics')).body)?.[1]
    await expect.poll(lost, { timeout: 50_000, interval: 250 }).toBe('1')
  })
})
