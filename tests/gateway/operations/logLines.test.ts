import { once } from 'node:events'
import { request } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { documentsFile } from '../../support/documentsFile.ts'
import { ask, listenAt } from '../../support/gateway.ts'
import { setUpUpstreams } from '../../support/gatewaySetup.ts'
import { connect, listen } from '../../support/socketClient.ts'
import { LogFile } from './logFile.ts'

const query = 'query LibraryPage { viewer { library { albumsCount } } }'
const persistedDocuments = documentsFile({ abc123: query })
const setup = setUpUpstreams()
let log: LogFile
let app: FastifyInstance

beforeEach(async () => {
  log = new LogFile()
  const environment = { PERSISTED_DOCUMENTS: persistedDocuments, LOG_LEVEL: 'info' }
  app = await setup.start(environment, { log: log.destination })
})
afterEach(async () => {
  await app.close()
  log.remove()
})

function byId() {
  return app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${setup.token}`, 'x-correlation-id': 'from-the-caller' },
    payload: { extensions: { persistedQuery: { version: 1, sha256Hash: 'abc123' } } },
  })
}

describe('the log line of an operation', () => {
  test('has the name, id, type and cost of a persisted document, its outcome, and the upstream times', async () => {
    await byId()
    const [line] = await log.operations()
    expect(line).toMatchObject({
      level: 30,
      name: 'gateway',
      transport: 'http',
      document: 'LibraryPage',
      documentId: 'abc123',
      type: 'query',
      outcomes: ['OK'],
      correlationId: 'from-the-caller',
    })
    expect(line.cost).toBeGreaterThan(0)
    expect(line.milliseconds).toBeGreaterThan(0)
    expect(line.upstreams.photos).toMatchObject({ calls: 1, retries: 0 })
    expect(line.upstreams.photos.slowest).toBeGreaterThan(0)
    expect(line.upstreams.photos.slowest).toBeLessThanOrEqual(line.milliseconds)
  })

  test('is the only line of a successful operation', async () => {
    await byId()
    await byId()
    expect((await log.lines()).map(({ msg }) => msg)).toEqual(['operation', 'operation'])
  })

  test('does not name documents that are not persisted', async () => {
    await ask(app, 'query Foreign { viewer { email } }', { token: setup.token })
    await ask(app, 'mutation Strange { deletePhotos(input: { photoIds: [] }) { __typename } }', { token: setup.token })
    const lines = await log.operations()
    expect(lines.map(({ document, documentId, type }) => [document, documentId, type])).toEqual([
      ['other', undefined, 'query'],
      ['other', undefined, 'mutation'],
    ])
  })

  test('is written for invalid requests, with the error code', async () => {
    await ask(app, '{ nothing }')
    await ask(app, '{ node(id: ')
    const lines = await log.operations()
    expect(lines.map(({ outcomes }) => outcomes)).toEqual([['GRAPHQL_VALIDATION_FAILED'], ['GRAPHQL_PARSE_FAILED']])
  })

  test('is not written for a client that disconnects while its origin is looked up', async () => {
    const lookUp = Promise.withResolvers<void>()
    setup.upstreams.hold('/site', lookUp.promise)
    const url = new URL('/graphql', await listenAt(app))
    const accepted = once(app.server, 'connection')
    const headers = { origin: 'http://lumina.keepsake.test', 'x-forwarded-for': '192.0.2.1' }
    const client = request(url, { method: 'POST', headers }).on('error', () => undefined)
    client.end('{}')
    const [socket] = await accepted
    await expect.poll(() => setup.upstreams.pathsOf('site')).toHaveLength(1)
    client.destroy()
    await once(socket, 'close')
    lookUp.resolve()
    // The next request is answered after the abandoned one was handled.
    await ask(app, '{ __typename }', { headers })
    expect((await log.lines()).filter(({ level }) => level >= 40)).toEqual([])
  })

  test('has the error codes, the retries and the failed calls', async () => {
    setup.upstreams.fail('/photos/users', { kind: 'status', status: 503 })
    await byId()
    const [line] = await log.operations()
    expect(line.outcomes).toEqual(['UPSTREAM_UNAVAILABLE'])
    expect(line.upstreams.photos).toMatchObject({ calls: 1, retries: 1, failures: { UPSTREAM_UNAVAILABLE: 1 } })
  })

  test('is written at the end of a subscription, with the number of its events', async () => {
    const url = await listenAt(app)
    const received = listen(connect(url, setup.token), { query: 'subscription { libraryEvents { cursor } }' })
    await expect.poll(() => received.events.length).toBe(1)
    received.stop()
    await expect.poll(() => log.operations()).toHaveLength(1)
    const [line] = await log.operations()
    expect(line).toMatchObject({ transport: 'websocket', document: 'other', type: 'subscription', events: 1 })
  })

  test('is not written for rate-limited requests', async () => {
    await app.close()
    const limits = { ADDRESS_OPERATION_RATE: '0.01', ADDRESS_OPERATION_BURST: '1', LOG_LEVEL: 'info' }
    app = await setup.start(limits, { log: log.destination })
    for (let round = 0; round < 5; round += 1) await ask(app, '{ __typename }')
    expect(await log.lines()).toHaveLength(1)
  })

  test('reports a failure once, however many fields it makes null', async () => {
    setup.upstreams.fail('/photos/users', { kind: 'status', status: 500 })
    await ask(app, '{ viewer { library { albumsCount photosCount } again: library { photosCount } } }', {
      token: setup.token,
    })
    const warnings = (await log.lines()).filter(({ level }) => level >= 40)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatchObject({ msg: 'an upstream call failed', err: { upstream: 'photos', status: 500 } })
  })
})
