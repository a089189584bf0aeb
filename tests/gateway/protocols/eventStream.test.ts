import { once } from 'node:events'
import { createConnection } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { buildEdge } from '../../../edge/app.ts'
import { readEdgeConfig } from '../../../edge/config.ts'
import { type Stream, openStream } from '../../support/eventStreamClient.ts'
import { listenAt, startGateway } from '../../support/gateway.ts'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { photoId } from '../../support/globalIds.ts'
import { imageIdOf } from '../../support/photoLibrary.ts'
import { anna } from '../../support/tokens.ts'
import type { LibraryFact } from '../../support/upstreamEvents.ts'

const withoutCursor = 'subscription ($after: String) { libraryEvents(after: $after) { addedPhotoIds } }'
const gateway = setUpGateway({ KEEP_ALIVE: '300' })
const endpoint = () => `${gateway.url}/graphql`
const opened: Stream[] = []

afterEach(async () => {
  for (const stream of opened.splice(0)) stream.stop()
  await expect.poll(() => gateway.upstreams.events.open.size).toBe(0)
})

/**
 * Makes the events large enough to fill all buffers to a client that does not read. That client selects the ids of
 * added photos `copies` times, each time under another alias. 9,000 photos are added `rounds` times.
 */
const [copies, rounds] = [10, 8]

async function open(options: Parameters<typeof openStream>[1] = {}, address = endpoint()): Promise<Stream> {
  const stream = await openStream(address, { token: gateway.token, ...options })
  opened.push(stream)
  return stream
}

function added(...numbers: number[]): LibraryFact[] {
  return numbers.map((number) => ({
    type: 'photo.added',
    data: { imageId: imageIdOf(number), year: 2024, month: 5 },
  }))
}

function idsOf(...numbers: number[]): string[] {
  return numbers.map(photoId)
}

function addedIds({ events }: Stream): string[] {
  return events.flatMap(({ data }) => data?.data?.libraryEvents?.addedPhotoIds ?? [])
}

/** Opens a stream of library events and waits for its first event. */
async function openSubscription(options: Parameters<typeof openStream>[1] = {}): Promise<Stream> {
  const stream = await open({ body: { query: withoutCursor }, ...options })
  await expect.poll(() => stream.events.length).toBe(1)
  return stream
}

describe('an event stream', () => {
  test('has the right content type, is not cached or buffered, and has a correlation id', async () => {
    const { status, headers } = await openSubscription()
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store, no-transform')
    expect(headers.get('x-correlation-id')).toMatch(/^[\w-]+$/)
  })

  test('answers a query with one event and complete', async () => {
    const stream = await open({ body: { query: '{ viewer { email } }' } })
    expect(await stream.over).toBe(true)
    expect(stream.events).toEqual([
      { id: undefined, event: 'next', data: { data: { viewer: { email: 'a@example.com' } } } },
      { id: undefined, event: 'complete', data: null },
    ])
  })

  test('sends a deferred part after the rest', async () => {
    const query = '{ viewer { email library { id ... @defer { photosCount } } } }'
    const stream = await open({ body: { query } })
    expect(await stream.over).toBe(true)
    expect(stream.events.map(({ event }) => event)).toEqual(['next', 'next', 'complete'])
    expect(stream.events[0]?.data).toMatchObject({ data: { viewer: { email: 'a@example.com' } }, hasNext: true })
    expect(JSON.stringify(stream.events[1]?.data)).toContain('"photosCount":')
  })

  test.each<[string, object, string]>([
    ['cannot be parsed', { query: '{ viewer {' }, 'GRAPHQL_PARSE_FAILED'],
    ['selects an unknown field', { query: '{ nothing }' }, 'GRAPHQL_VALIDATION_FAILED'],
    ['lacks a variable', { query: 'query ($id: ID!) { node(id: $id) { id } }' }, 'BAD_USER_INPUT'],
    [
      'has no operation of that name',
      { query: 'query A { __typename }', operationName: 'B' },
      'OPERATION_RESOLUTION_FAILURE',
    ],
    ['is missing', { variables: {} }, 'BAD_USER_INPUT'],
    [
      'is not known by its id',
      { extensions: { persistedQuery: { version: 1, sha256Hash: 'no' } } },
      'PERSISTED_QUERY_NOT_FOUND',
    ],
  ])('sends errors as an event: the document %s', async (_what, body, code) => {
    const stream = await open({ body })
    expect(await stream.over).toBe(true)
    const [next, complete] = stream.events
    expect(next).toMatchObject({ event: 'next', data: { errors: [{ extensions: { code } }] } })
    expect(next?.data.errors[0].extensions.correlationId).toBe(stream.headers.get('x-correlation-id'))
    expect(complete?.event).toBe('complete')
  })

  test('does not start for a rejected token', async () => {
    const stream = await open({ token: 'nonsense', body: { query: withoutCursor } })
    expect([stream.status, stream.headers.get('content-type')]).toEqual([401, 'application/json; charset=utf-8'])
  })

  test.each<[string, object | undefined, string]>([
    ['not an object', [{ query: '{ __typename }' }], ''],
    ['invalid variables', undefined, '?query={__typename}&variables=nonsense'],
    ['a document that is not a string', { query: 1 }, ''],
  ])('does not start for %s', async (_what, body, search) => {
    const stream = await open({ ...(body && { body }) }, endpoint() + search)
    expect(stream.status).toBe(400)
  })

  test('also works with GET, but not for mutations', async () => {
    const subscription = `?query=${encodeURIComponent(withoutCursor)}&variables=${encodeURIComponent('{"after":null}')}`
    const stream = await open({}, endpoint() + subscription)
    await expect.poll(() => stream.events.length).toBe(1)
    const mutation = encodeURIComponent('mutation { deletePhotos(input: { photoIds: ["x"] }) { __typename } }')
    const refused = await open({}, `${endpoint()}?query=${mutation}`)
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('is rejected for a caller with too many streams, until one of them ends', async () => {
    const few = await startGateway(gateway.upstreams, { MAX_SOCKET_SUBSCRIPTIONS: '2' })
    const address = `${await listenAt(few)}/graphql`
    const ask = () => open({ body: { query: withoutCursor } }, address)
    const [first] = [await ask(), await ask()]
    const refused = await ask()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
    first?.stop()
    await expect.poll(async () => (await ask()).status).toBe(200)
    await few.close()
  })

  test('is the response only when the client prefers it', async () => {
    const body = { query: '{ __typename }' }
    const typeFor = async (accept: string) => (await open({ body, accept })).headers.get('content-type')
    expect(await typeFor('application/json, text/event-stream')).toMatch(/^application\/json/)
    expect(await typeFor('application/json;q=0.5, text/event-stream')).toMatch(/^text\/event-stream/)
    expect(await typeFor('text/event-stream, multipart/mixed')).toMatch(/^text\/event-stream/)
  })
})

describe('the ids of events', () => {
  test('are their cursors, even if not selected, and the data has only selected fields', async () => {
    const selected = await open({ body: { query: 'subscription { libraryEvents { cursor addedPhotoIds } }' } })
    const silent = await openSubscription()
    await expect.poll(() => selected.events.length).toBe(1)
    gateway.upstreams.events.append(anna, added(1))
    await expect.poll(() => [addedIds(selected), addedIds(silent)]).toEqual([idsOf(1), idsOf(1)])
    for (const { id, data } of selected.events) expect(id).toBe(data.data.libraryEvents.cursor)
    expect(silent.events.map(({ id }) => id)).toEqual(selected.events.map(({ id }) => id))
    for (const { data } of silent.events) expect(Object.keys(data.data.libraryEvents)).toEqual(['addedPhotoIds'])
  })

  test('do not replace a field to which the client gives the alias that we use for the id', async () => {
    const stream = await open({ body: { query: 'subscription { libraryEvents { __eventId: addedPhotoIds } }' } })
    await expect.poll(() => stream.events.length).toBe(1)
    gateway.upstreams.events.append(anna, added(3))
    await expect.poll(() => stream.events.length).toBe(2)
    expect(stream.events[1]?.data).toEqual({ data: { libraryEvents: { __eventId: idsOf(3) } } })
    expect(stream.events[1]?.id).toMatch(/./)
  })

  test.each([
    [
      'a renamed field',
      'subscription ($after: String) { changes: libraryEvents(after: $after) { ids: addedPhotoIds } }',
    ],
    [
      'fragments',
      `subscription ($after: String) { ...Root }
      fragment Root on Subscription { libraryEvents(after: $after) { ...Ids } }
      fragment Ids on LibraryEvent { addedPhotoIds }`,
    ],
  ])('are also sent for a document with %s', async (_what, query) => {
    const first = await open({ body: { query } })
    await expect.poll(() => first.events.length).toBe(1)
    const lastEventId = first.events[0]?.id ?? ''
    gateway.upstreams.events.append(anna, added(2))
    const resumed = await open({ body: { query }, lastEventId })
    await expect.poll(() => JSON.stringify(resumed.events)).toContain(idsOf(2)[0])
    expect(JSON.stringify(resumed.events)).not.toContain('__eventId')
  })

  test('let a client resume after the last received event, and get each event once, as with `after`', async () => {
    const first = await openSubscription()
    gateway.upstreams.events.append(anna, added(11))
    await expect.poll(() => addedIds(first)).toEqual(idsOf(11))
    const seen = first.events.at(-1)?.id ?? ''
    first.stop()
    gateway.upstreams.events.append(anna, added(12, 13))
    const resumed = await open({ body: { query: withoutCursor }, lastEventId: seen })
    const asked = await open({ body: { query: withoutCursor, variables: { after: seen } } })
    await expect.poll(() => [addedIds(resumed), addedIds(asked)]).toEqual([idsOf(12, 13), idsOf(12, 13)])
    gateway.upstreams.events.append(anna, added(14))
    await expect.poll(() => [addedIds(resumed), addedIds(asked)]).toEqual([idsOf(12, 13, 14), idsOf(12, 13, 14)])
    expect(resumed.events.at(-1)?.id).toBe(asked.events.at(-1)?.id)
  })

  test('take precedence over `after`, which the client repeats unchanged', async () => {
    const first = await openSubscription()
    const start = first.events[0]?.id ?? ''
    gateway.upstreams.events.append(anna, added(21))
    await expect.poll(() => addedIds(first)).toEqual(idsOf(21))
    const body = { query: withoutCursor, variables: { after: start } }
    const resumed = await open({ body, lastEventId: first.events.at(-1)?.id ?? '' })
    gateway.upstreams.events.append(anna, added(22))
    await expect.poll(() => addedIds(resumed)).toEqual(idsOf(22))
  })

  test('that are invalid are rejected like an invalid `after`', async () => {
    const stream = await open({ body: { query: withoutCursor }, lastEventId: 'nonsense' })
    expect(await stream.over).toBe(true)
    expect(stream.events[0]?.data.errors[0].extensions.code).toBe('BAD_USER_INPUT')
  })
})

describe('a long-lived stream', () => {
  test('gets keep-alive comments while there are no events', async () => {
    const stream = await openSubscription()
    const before = stream.comments()
    await expect.poll(() => stream.comments()).toBeGreaterThan(before + 1)
  })

  test('ends with an error when its token expires', async () => {
    const expires = Math.floor(Date.now() / 1000) + 5
    const brief = await gateway.upstreams.tokens.issue(anna, { claims: { exp: expires } })
    const stream = await openSubscription({ token: brief })
    expect(await stream.over).toBe(true)
    expect(Date.now()).toBeGreaterThanOrEqual(expires * 1000)
    expect(stream.events.at(-2)?.data.errors[0].extensions.code).toBe('UNAUTHENTICATED')
    expect(stream.events.at(-1)?.event).toBe('complete')
  })

  test('releases the service’s socket when its client disconnects', async () => {
    const stream = await openSubscription()
    expect(gateway.upstreams.events.open.size).toBe(1)
    stream.stop()
    await expect.poll(() => gateway.upstreams.events.open.size).toBe(0)
  })

  test('closes without complete when the gateway closes, so that its client reconnects', async () => {
    const closing = await startGateway(gateway.upstreams)
    const address = `${await listenAt(closing)}/graphql`
    const stream = await open({ body: { query: withoutCursor } }, address)
    await expect.poll(() => stream.events.length).toBe(1)
    await closing.close()
    await stream.over
    expect(stream.events.map(({ event }) => event)).toEqual(['next'])
  })

  test('works behind our edge, with ids and keep-alive comments', async () => {
    const edge = await buildEdge(
      readEdgeConfig({
        PORT: '0',
        GATEWAY_URLS: gateway.url,
        SERVICES_URLS: gateway.upstreams.url,
        WEB_DEV_URL: 'http://127.0.0.1:9',
        LOG_LEVEL: 'silent',
      }),
    )
    const address = `${await listenAt(edge)}/graphql`
    const stream = await open({ body: { query: withoutCursor } }, address)
    await expect.poll(() => stream.comments()).toBeGreaterThan(2)
    gateway.upstreams.events.append(anna, added(31))
    await expect.poll(() => addedIds(stream)).toEqual(idsOf(31))
    const resumed = await open({ body: { query: withoutCursor }, lastEventId: stream.events[0]?.id ?? '' }, address)
    await expect.poll(() => addedIds(resumed)).toEqual(idsOf(31))
    stream.stop()
    resumed.stop()
    await edge.close()
  })

  test('buffers little for a client that does not read, and then sends isTruncated', async () => {
    const deaf = createConnection({ port: Number(new URL(gateway.url).port), host: '127.0.0.1' })
    await once(deaf, 'connect')
    // The operating system buffers a few megabytes, so the events must be large.
    const fields = Array.from({ length: copies }, (_, index) => `ids${index}: addedPhotoIds`).join(' ')
    const body = JSON.stringify({ query: `subscription { libraryEvents { isTruncated ${fields} } }` })
    deaf.write(
      `POST /graphql HTTP/1.1\r\nhost: gateway\r\naccept: text/event-stream\r\nauthorization: Bearer ${gateway.token}\r\n` +
        `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
    deaf.pause()
    const { events } = gateway.upstreams
    await expect.poll(() => events.open.size).toBe(1)
    const beside = await openSubscription()
    for (let round = 0; round < rounds; round += 1) {
      events.append(anna, added(...Array.from({ length: 9_000 }, (_, index) => 100_000 + round * 9_000 + index)))
      // A client that reads gets all events.
      await expect.poll(() => addedIds(beside).length).toBe((round + 1) * 9_000)
    }
    beside.stop()
    let heard = 0
    let isTruncated = false
    let end = ''
    deaf.on('data', (bytes: Buffer) => {
      heard += bytes.length
      // The text may be split over two chunks.
      const text = end + bytes.toString('latin1')
      isTruncated ||= text.includes('"isTruncated":true')
      end = text.slice(-40)
    })
    deaf.resume()
    await expect.poll(() => isTruncated).toBe(true)
    expect(heard).toBeLessThan((rounds * 9_000 * copies * photoId(1).length) / 2)
    deaf.destroy()
    await expect.poll(() => events.open.size).toBe(0)
  })
})
