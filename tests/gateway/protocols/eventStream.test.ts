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

/** A stream of the library's events that has said where it begins. */
async function begun(options: Parameters<typeof openStream>[1] = {}): Promise<Stream> {
  const stream = await open({ body: { query: withoutCursor }, ...options })
  await expect.poll(() => stream.events.length).toBe(1)
  return stream
}

describe('an event stream', () => {
  test('is one, is not kept by anybody on the way, and can be traced', async () => {
    const { status, headers } = await begun()
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store, no-transform')
    expect(headers.get('x-correlation-id')).toMatch(/^[\w-]+$/)
  })

  test('answers a query by one event and its end', async () => {
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
    ['asks for what there is not', { query: '{ nothing }' }, 'GRAPHQL_VALIDATION_FAILED'],
    ['lacks a variable', { query: 'query ($id: ID!) { node(id: $id) { id } }' }, 'BAD_USER_INPUT'],
    ['has another name', { query: 'query A { __typename }', operationName: 'B' }, 'OPERATION_RESOLUTION_FAILURE'],
    ['is nowhere', {}, 'BAD_USER_INPUT'],
    [
      'is not known by its id',
      { extensions: { persistedQuery: { version: 1, sha256Hash: 'no' } } },
      'PERSISTED_DOCUMENT_NOT_FOUND',
    ],
  ])('tells errors as an event: the document %s', async (_what, body, code) => {
    const stream = await open({ body })
    expect(await stream.over).toBe(true)
    const [next, complete] = stream.events
    expect(next).toMatchObject({ event: 'next', data: { errors: [{ extensions: { code } }] } })
    expect(next?.data.errors[0].extensions.correlationId).toBe(stream.headers.get('x-correlation-id'))
    expect(complete?.event).toBe('complete')
  })

  test('is not begun for a token that is refused', async () => {
    const stream = await open({ token: 'nonsense', body: { query: withoutCursor } })
    expect([stream.status, stream.headers.get('content-type')]).toEqual([401, 'application/json; charset=utf-8'])
  })

  test.each<[string, object | undefined, string]>([
    ['no object', [{ query: '{ __typename }' }], ''],
    ['variables that are none', undefined, '?query={__typename}&variables=nonsense'],
    ['a document that is no text', { query: 1 }, ''],
  ])('is not begun for %s', async (_what, body, search) => {
    const stream = await open({ ...(body && { body }) }, endpoint() + search)
    expect(stream.status).toBe(400)
  })

  test('comes by GET as well, but changes nothing by it', async () => {
    const subscription = `?query=${encodeURIComponent(withoutCursor)}&variables=${encodeURIComponent('{"after":null}')}`
    const stream = await open({}, endpoint() + subscription)
    await expect.poll(() => stream.events.length).toBe(1)
    const mutation = encodeURIComponent('mutation { deletePhotos(input: { photoIds: ["x"] }) { __typename } }')
    const refused = await open({}, `${endpoint()}?query=${mutation}`)
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('is refused to one who has too many, until one of them is over', async () => {
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

  test('is what is answered when it is liked best, and only then', async () => {
    const body = { query: '{ __typename }' }
    const typeFor = async (accept: string) => (await open({ body, accept })).headers.get('content-type')
    expect(await typeFor('application/json, text/event-stream')).toMatch(/^application\/json/)
    expect(await typeFor('application/json;q=0.5, text/event-stream')).toMatch(/^text\/event-stream/)
    expect(await typeFor('text/event-stream, multipart/mixed')).toMatch(/^text\/event-stream/)
  })
})

describe('the ids of events', () => {
  test('are their cursors, selected or not, and what is not selected is not told', async () => {
    const selected = await open({ body: { query: 'subscription { libraryEvents { cursor addedPhotoIds } }' } })
    const silent = await begun()
    await expect.poll(() => selected.events.length).toBe(1)
    gateway.upstreams.events.append(anna, added(1))
    await expect.poll(() => [addedIds(selected), addedIds(silent)]).toEqual([idsOf(1), idsOf(1)])
    for (const { id, data } of selected.events) expect(id).toBe(data.data.libraryEvents.cursor)
    expect(silent.events.map(({ id }) => id)).toEqual(selected.events.map(({ id }) => id))
    for (const { data } of silent.events) expect(Object.keys(data.data.libraryEvents)).toEqual(['addedPhotoIds'])
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
  ])('come with %s', async (_what, query) => {
    const first = await open({ body: { query } })
    await expect.poll(() => first.events.length).toBe(1)
    const lastEventId = first.events[0]?.id ?? ''
    gateway.upstreams.events.append(anna, added(2))
    const resumed = await open({ body: { query }, lastEventId })
    await expect.poll(() => JSON.stringify(resumed.events)).toContain(idsOf(2)[0])
    expect(JSON.stringify(resumed.events)).not.toContain('__eventId')
  })

  test('resume after the last one that was seen: each once, as by `after`', async () => {
    const first = await begun()
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

  test('count more than `after`, which the client still sends as at first', async () => {
    const first = await begun()
    const start = first.events[0]?.id ?? ''
    gateway.upstreams.events.append(anna, added(21))
    await expect.poll(() => addedIds(first)).toEqual(idsOf(21))
    const body = { query: withoutCursor, variables: { after: start } }
    const resumed = await open({ body, lastEventId: first.events.at(-1)?.id ?? '' })
    gateway.upstreams.events.append(anna, added(22))
    await expect.poll(() => addedIds(resumed)).toEqual(idsOf(22))
  })

  test('that are none are refused as a bad `after` is', async () => {
    const stream = await open({ body: { query: withoutCursor }, lastEventId: 'nonsense' })
    expect(await stream.over).toBe(true)
    expect(stream.events[0]?.data.errors[0].extensions.code).toBe('BAD_USER_INPUT')
  })
})

describe('a stream that lasts', () => {
  test('is given signs of life while nothing happens', async () => {
    const stream = await begun()
    const before = stream.comments()
    await expect.poll(() => stream.comments()).toBeGreaterThan(before + 1)
  })

  test('ends with its token, and says so', async () => {
    const expires = Math.floor(Date.now() / 1000) + 5
    const brief = await gateway.upstreams.tokens.issue(anna, { claims: { exp: expires } })
    const stream = await begun({ token: brief })
    expect(await stream.over).toBe(true)
    expect(Date.now()).toBeGreaterThanOrEqual(expires * 1000)
    expect(stream.events.at(-2)?.data.errors[0].extensions.code).toBe('UNAUTHENTICATED')
    expect(stream.events.at(-1)?.event).toBe('complete')
  })

  test('lets the service’s socket go when its client does', async () => {
    const stream = await begun()
    expect(gateway.upstreams.events.open.size).toBe(1)
    stream.stop()
    await expect.poll(() => gateway.upstreams.events.open.size).toBe(0)
  })

  test('breaks off without an end when the gateway closes, so that its client comes back', async () => {
    const closing = await startGateway(gateway.upstreams)
    const address = `${await listenAt(closing)}/graphql`
    const stream = await open({ body: { query: withoutCursor } }, address)
    await expect.poll(() => stream.events.length).toBe(1)
    await closing.close()
    await stream.over
    expect(stream.events.map(({ event }) => event)).toEqual(['next'])
  })

  test('lives on behind our edge, with ids and signs of life', async () => {
    const edge = await buildEdge(
      readEdgeConfig({
        PORT: '0',
        GATEWAY_URLS: gateway.url,
        SERVICES_URL: gateway.upstreams.url,
        WEB_ROOT: 'tests/support',
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

  test('holds little for a client that does not read, and tells it afterwards to look again', async () => {
    const deaf = createConnection({ port: Number(new URL(gateway.url).port), host: '127.0.0.1' })
    await once(deaf, 'connect')
    const body = JSON.stringify({ query: 'subscription { libraryEvents { isTruncated addedPhotoIds } }' })
    deaf.write(
      `POST /graphql HTTP/1.1\r\nhost: gateway\r\naccept: text/event-stream\r\nauthorization: Bearer ${gateway.token}\r\n` +
        `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
    deaf.pause()
    const { events } = gateway.upstreams
    await expect.poll(() => events.open.size).toBe(1)
    // What the system's own buffers hold of some megabytes comes first.
    for (let round = 0; round < 40; round += 1) {
      events.append(anna, added(...Array.from({ length: 9_000 }, (_, index) => 100_000 + round * 9_000 + index)))
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    let heard = 0
    let isTold = false
    let end = ''
    deaf.on('data', (bytes: Buffer) => {
      heard += bytes.length
      // It may come in two pieces.
      const text = end + bytes.toString('latin1')
      isTold ||= text.includes('"isTruncated":true')
      end = text.slice(-40)
    })
    deaf.resume()
    await expect.poll(() => isTold).toBe(true)
    expect(heard).toBeLessThan(40 * 9_000 * 60)
    deaf.destroy()
    await expect.poll(() => events.open.size).toBe(0)
  })
})
