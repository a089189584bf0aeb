import { beforeEach, describe, expect, test } from 'vitest'
import { openStream } from '../../support/eventStreamClient.ts'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { buildPhoto } from '../../support/photoLibrary.ts'
import { initWith, openSocket, subscribeTo } from '../../support/rawSocket.ts'
import { anna } from '../../support/tokens.ts'

const gateway = setUpGateway()
const listMonths = 'months { photos { edges { node { id thumbnail(width: 300) { url } } } } }'
/** The first query that a developer writes. With the assumed 120 months it would cost 11,533. */
const obvious = `{ viewer { email library { timeline { ${listMonths} } } } }`
const small = '{ viewer { email } }'

function post(payload: object, headers: Record<string, string> = {}, token: string | null = gateway.token) {
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` }
  return gateway.app.inject({ method: 'POST', url: '/graphql', headers: { ...authorization, ...headers }, payload })
}

/** Gives Anna one photo in each of `count` months. */
function fillMonths(count: number): void {
  gateway.upstreams.library(anna).photos = Array.from({ length: count }, (_, index) => {
    const month = String((index % 12) + 1).padStart(2, '0')
    return buildPhoto(index + 1, `${1990 + Math.floor(index / 12)}-${month}-01T10:00:00`)
  })
}

async function openInitialized() {
  const opened = await openSocket(gateway.url)
  opened.send(initWith(gateway.token))
  await expect.poll(() => opened.received).toHaveLength(1)
  return opened
}

beforeEach(() => fillMonths(2))

describe('the cost of an operation', () => {
  test.each([1, 2])(
    'is in the response if the header asks for it, also when the query is compiled: use %d',
    async () => {
      const response = await post({ query: small }, { 'x-graphql-cost': '1' })
      expect(response.json()).toEqual({
        data: { viewer: { email: 'a@example.com' } },
        extensions: { cost: { requested: 1, maximum: 10_000 } },
      })
    },
  )

  test.each([
    ['without the header', {}, {}],
    ['with another value', { 'x-graphql-cost': '0' }, {}],
    ['with another extension', {}, { extensions: { cost: 'yes' } }],
  ])('is not in the response %s', async (_what, headers, rest) => {
    expect((await post({ query: small, ...rest }, headers)).json()).not.toHaveProperty('extensions')
  })

  test('is also in the first part of a deferred response, and in responses to GET requests and mutations', async () => {
    const headers = { 'x-graphql-cost': '1', accept: 'multipart/mixed' }
    const query = '{ viewer { email library { id ... @defer { photosCount } } } }'
    const parts = (await post({ query }, headers)).body.split('---').filter((part) => part.includes('{'))
    expect(parts.map((part) => part.includes('"cost":{"requested":'))).toEqual([true, false])
    const byGet = await gateway.app.inject({
      url: '/graphql',
      query: { query: small },
      headers: { 'x-graphql-cost': '1' },
    })
    expect(byGet.json().extensions).toEqual({ cost: { requested: 1, maximum: 10_000 } })
    const mutation = 'mutation { deletePhotos(input: { photoIds: ["x"] }) { __typename } }'
    expect((await post({ query: mutation }, { 'x-graphql-cost': '1' })).json().extensions.cost.maximum).toBe(10_000)
  })

  test('is on an event stream and on a socket in the result, if the request has the extension', async () => {
    const cost = { requested: 1, maximum: 10_000 }
    const body = { query: small, extensions: { cost: true } }
    const stream = await openStream(`${gateway.url}/graphql`, { token: gateway.token, body })
    await stream.over
    expect(stream.events[0]?.data.extensions).toEqual({ cost })
    const { send, of, socket } = await openInitialized()
    send(subscribeTo('1', small, { extensions: { cost: true } }))
    await expect.poll(() => of('1').length).toBeGreaterThan(0)
    expect(of('1')[0]?.payload.extensions).toEqual({ cost })
    socket.terminate()
  })

  test('is in the first event of a subscription only', async () => {
    const body = { query: 'subscription { libraryEvents { cursor } }', extensions: { cost: true } }
    const stream = await openStream(`${gateway.url}/graphql`, { token: gateway.token, body })
    await expect.poll(() => stream.events.length).toBe(1)
    expect(stream.events[0]?.data.extensions.cost.maximum).toBe(10_000)
    gateway.upstreams.events.append(anna, [{ type: 'photo.added', data: { imageId: 'x', year: 2024, month: 5 } }])
    await expect.poll(() => stream.events.length).toBe(2)
    expect(stream.events[1]?.data).not.toHaveProperty('extensions')
    stream.stop()
  })
})

describe('a query of the whole timeline', () => {
  test('fits into the limit, because the months of the library are counted', async () => {
    const response = await post({ query: obvious }, { 'x-graphql-cost': '1' })
    expect(response.json().errors).toBeUndefined()
    expect(response.json().data.viewer.library.timeline.months).toHaveLength(2)
    expect(response.json().extensions.cost.requested).toBeLessThan(100)
  })

  test('fits for a customer of many years with few photos in each month', async () => {
    fillMonths(240)
    expect((await post({ query: obvious })).json().data.viewer.library.timeline.months).toHaveLength(240)
  })

  test('fits over an event stream and a socket', async () => {
    const stream = await openStream(`${gateway.url}/graphql`, { token: gateway.token, body: { query: obvious } })
    await stream.over
    expect(stream.events[0]?.data.data.viewer.library.timeline.months).toHaveLength(2)
    const { send, of, socket } = await openInitialized()
    send(subscribeTo('1', obvious))
    await expect.poll(() => of('1').length).toBe(2)
    expect(of('1')[0]?.payload.data.viewer.library.timeline.months).toHaveLength(2)
    socket.terminate()
  })

  test('fits without a token, because there is no library to measure', async () => {
    expect((await post({ query: obvious }, {}, null)).json()).toEqual({ data: { viewer: null } })
  })

  test('is refused if the library is too large, and the response names the list and its size', async () => {
    fillMonths(240)
    gateway.upstreams
      .library(anna)
      .photos.push(...Array.from({ length: 30 }, (_, index) => buildPhoto(1_000 + index, '2024-05-01T10:00:00')))
    const response = await post({ query: obvious }, { 'x-graphql-cost': '1' })
    const { errors, extensions } = response.json()
    const { requested } = extensions.cost
    expect(requested).toBeGreaterThan(10_000)
    expect(errors[0].message).toBe(
      `The operation costs ${requested}; it may cost 10000 at most. The most expensive field is ` +
        'viewer.library.timeline.months.photos: it costs 20003, for 5784 items (months: 241, photos: 24). ' +
        'Request shorter lists, or fewer fields of each item.',
    )
  })

  test('is measured by assumed sizes, and refused, while the service does not answer', async () => {
    gateway.upstreams.fail('/photos/users', { kind: 'status', status: 500 })
    expect((await post({ query: obvious })).json().errors[0].message).toContain('months: 120, photos: 24')
  })
})

test('other operations need no call to find out how long lists are', async () => {
  const before = gateway.upstreams.pathsOf('photos').length
  await post({ query: '{ viewer { library { timeline { __typename } } } }' })
  expect(gateway.upstreams.pathsOf('photos').length).toBe(before)
})
