import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../support/gateway.ts'
import { setUpGateway, waitForSigningKeys } from '../support/gatewaySetup.ts'
import { globalId, photoId } from '../support/globalIds.ts'
import { buildPhoto } from '../support/photoLibrary.ts'
import { anna } from '../support/tokens.ts'
import type { Fault } from '../support/upstreamFaults.ts'

const gateway = setUpGateway({ UPSTREAM_TIMEOUT: '2000', OPERATION_TIMEOUT: '5000', UPSTREAM_RETRY_SHARE: '1' })

beforeAll(() => waitForSigningKeys(gateway.app, gateway.token))
beforeEach(() => {
  gateway.upstreams.library(anna).photos = [buildPhoto(1, '2024-05-01T10:00:00')]
})

const document = '{ viewer { email library { photosCount timeline { months { year } } } } }'

const faults: [string, Fault, string][] = [
  ['hangs', { kind: 'hang' }, 'UPSTREAM_TIMEOUT'],
  ['stalls in the middle of its response', { kind: 'slowBody' }, 'UPSTREAM_TIMEOUT'],
  ['answers 500', { kind: 'status', status: 500 }, 'UPSTREAM_UNAVAILABLE'],
  ['answers 503', { kind: 'status', status: 503 }, 'UPSTREAM_UNAVAILABLE'],
  ['answers 504', { kind: 'status', status: 504 }, 'UPSTREAM_TIMEOUT'],
  ['resets the connection', { kind: 'reset' }, 'UPSTREAM_UNAVAILABLE'],
  ['sends invalid JSON', { kind: 'body', text: '<html>' }, 'UPSTREAM_INVALID_RESPONSE'],
  ['sends an empty body', { kind: 'body', text: '' }, 'UPSTREAM_INVALID_RESPONSE'],
  ['sends an unexpected shape', { kind: 'body', text: '{"photosCount":"many"}' }, 'UPSTREAM_INVALID_RESPONSE'],
  ['sends a huge body', { kind: 'hugeBody' }, 'UPSTREAM_INVALID_RESPONSE'],
  ['rejects the token', { kind: 'status', status: 401 }, 'UNAUTHENTICATED'],
  ['forbids the call', { kind: 'status', status: 403 }, 'FORBIDDEN'],
  ['responds with 404', { kind: 'status', status: 404 }, 'NOT_FOUND'],
  ['responds with 400', { kind: 'status', status: 400 }, 'BAD_USER_INPUT'],
  ['limits the rate', { kind: 'status', status: 429 }, 'RATE_LIMITED'],
]

describe('when an upstream', () => {
  test.each(faults)(
    '%s, one field is null with a coded error, and the rest of the response is intact',
    async (_what, fault, code) => {
      gateway.upstreams.fail('/photos/users', fault)
      const headers = { 'x-correlation-id': 'a-test' }
      const answer = await gateway.ask('{ viewer { email library { id photosCount } } site { name } }', {}, headers)
      expect(answer.status).toBe(200)
      expect(answer.data.viewer.library).toMatchObject({ id: expect.any(String), photosCount: null })
      expect(answer.data.site).toEqual({ name: 'Keepsake' })
      expect(answer.errors).toHaveLength(1)
      expect(answer.errors[0]).toMatchObject({
        path: ['viewer', 'library', 'photosCount'],
        extensions: { code, correlationId: 'a-test' },
      })
    },
  )

  test('sends an unreadable response, the error has the specified message', async () => {
    gateway.upstreams.fail('/photos/users/timeline', { kind: 'body', text: '{"2024":[]}' })
    const { data, errors } = await gateway.ask(document)
    expect(errors[0]?.message).toBe('Unable to parse response!')
    expect(data.viewer.library).toEqual({ photosCount: 1, timeline: null })
  })

  test.each([
    ['60', 60],
    ['soon', undefined],
  ])('limits the rate with Retry-After %j, clients get the retryAfter %s', async (said, seconds) => {
    gateway.upstreams.fail('/photos/users', { kind: 'status', status: 429, retryAfter: said })
    const { errors } = await gateway.ask('{ viewer { library { photosCount } } }')
    expect(errors[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED' })
    expect(errors[0]?.extensions['retryAfter']).toBe(seconds)
  })

  test('fails for the photos of one month, only that connection is null', async () => {
    gateway.upstreams.fail('/photos/photos/timeline/2024/5', { kind: 'status', status: 500 })
    gateway.upstreams.library(anna).photos.push(buildPhoto(2, '2024-06-01T10:00:00'))
    const months = '{ viewer { library { timeline { months { month photos { edges { node { fileName } } } } } } } }'
    const { data, errors } = await gateway.ask(months)
    expect(data.viewer.library.timeline.months).toEqual([
      { month: 6, photos: { edges: [{ node: { fileName: 'IMG_2.jpg' } }] } },
      { month: 5, photos: null },
    ])
    expect(errors.map(({ path }) => path)).toEqual([['viewer', 'library', 'timeline', 'months', 1, 'photos']])
  })

  test('fails for one of several nodes, the other nodes are returned', async () => {
    gateway.upstreams.fail('/photos/photos/lookup', { kind: 'status', status: 500 })
    const library = globalId('PhotoLibrary', anna)
    const variables = { ids: [photoId(1), library] }
    const { data, errors } = await gateway.ask('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', variables)
    expect(data.nodes).toEqual([null, { id: library }])
    expect(errors[0]).toMatchObject({ path: ['nodes', 0], extensions: { code: 'UPSTREAM_UNAVAILABLE' } })
  })
})

describe('a failed call', () => {
  const counts = '{ viewer { library { photosCount } } }'

  test.each<[string, Fault]>([
    ['a lost connection', { kind: 'reset' }],
    ['502', { kind: 'status', status: 502 }],
    ['503', { kind: 'status', status: 503 }],
  ])('that reads is retried once after %s', async (_what, fault) => {
    gateway.upstreams.fail('/photos/users', fault, 1)
    const { data, errors } = await gateway.ask(counts)
    expect(errors).toEqual([])
    expect(data.viewer.library.photosCount).toBe(1)
    expect(gateway.upstreams.pathsOf('photos')).toEqual(['/users', '/users'])
  })

  test('is retried only once', async () => {
    gateway.upstreams.fail('/photos/users', { kind: 'status', status: 503 })
    await gateway.ask(counts)
    expect(gateway.upstreams.pathsOf('photos')).toEqual(['/users', '/users'])
  })

  test('is not retried when the service itself failed', async () => {
    gateway.upstreams.fail('/photos/users', { kind: 'status', status: 500 })
    await gateway.ask(counts)
    expect(gateway.upstreams.pathsOf('photos')).toEqual(['/users'])
  })

  test('is never retried when it writes', async () => {
    gateway.upstreams.fail('/photos/photos', { kind: 'reset' })
    const mutation = 'mutation ($photoIds: [ID!]!) { deletePhotos(input: { photoIds: $photoIds }) { __typename } }'
    const { data, errors } = await gateway.ask(mutation, { photoIds: [photoId(1)] })
    expect(data).toBeNull()
    expect(errors[0]?.extensions['code']).toBe('UPSTREAM_UNAVAILABLE')
    expect(gateway.upstreams.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })
})

describe('an operation', () => {
  test('ends at its own deadline, although each call would wait longer', async () => {
    const patient = await gateway.start({ UPSTREAM_TIMEOUT: '60000', OPERATION_TIMEOUT: '1500' })
    await waitForSigningKeys(patient, gateway.token)
    gateway.upstreams.heal()
    gateway.upstreams.fail('/photos/users', { kind: 'hang' })
    const { errors } = await ask(patient, '{ viewer { library { photosCount } } }', { token: gateway.token })
    expect(errors[0]?.extensions['code']).toBe('UPSTREAM_TIMEOUT')
  })

  test('makes identical calls only once, however many fields need them', async () => {
    const page = 'photos(first: 1) { edges { node { fileName } } }'
    const { data } = await gateway.ask(`{ viewer { library { one: ${page} other: ${page} } } }`)
    expect(data.viewer.library.one).toEqual({ edges: [{ node: { fileName: 'IMG_1.jpg' } }] })
    expect(data.viewer.library.other).toEqual(data.viewer.library.one)
    expect(gateway.upstreams.calls.filter(({ path }) => path.startsWith('/photos/photos'))).toHaveLength(1)
  })

  test('passes its correlation id to all of its calls', async () => {
    await gateway.ask(document, {}, { 'x-correlation-id': 'shared-1' })
    const ids = gateway.upstreams.calls.filter(({ path }) => path.startsWith('/photos')).map(({ headers }) => headers)
    expect(ids.map((headers) => headers['x-correlation-id'])).toEqual(['shared-1', 'shared-1'])
  })

  test('generates a correlation id when it gets no usable one', async () => {
    const { headers } = await ask(gateway.app, '{ __typename }', { headers: { 'x-correlation-id': 'a b\u00e9' } })
    expect(headers['x-correlation-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})
