import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { FastPath } from '../../../gateway/server/fastPath.ts'
import { documentsFile } from '../../support/documentsFile.ts'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { buildPhoto } from '../../support/photoLibrary.ts'
import { anna } from '../../support/tokens.ts'

const page =
  '{ edges { cursor node { __typename id fileName thumbnail(width: 300) { url width } } } pageInfo { endCursor } }'
const library = `query Library($first: Int = 2, $after: String, $all: Boolean = true) {
  viewer { email library { id photosCount @include(if: $all) photos(first: $first, after: $after) ${page} } }
}`
const twoQueries = 'query One { viewer { email } } query Two { __typename viewer { library { id } } }'
const withId = 'query Node($id: ID!) { node(id: $id) { __typename id } }'
const mutation = 'mutation { deletePhotos(input: { photoIds: ["x"] }) { __typename } }'
const answer = vi.spyOn(FastPath.prototype, 'answer')

const gateway = setUpGateway({ PERSISTED_DOCUMENTS: documentsFile({ library, twoQueries }) })

beforeAll(async () => {
  gateway.upstreams.library(anna).photos = [1, 2, 3].map((number) => buildPhoto(number, '2024-05-01T10:00:00'))
  // Documents that are not persisted are compiled on their second use.
  for (const query of [library, twoQueries, withId, mutation, '{ __typename }', '{ viewer { nothing } }'])
    for (let times = 0; times < 2; times += 1) await send('/graphql', { query, variables: { id: 'x' } })
})
beforeEach(() => {
  answer.mockClear()
})

function send(url: string, payload: unknown, headers: Record<string, string> = {}) {
  return gateway.app.inject({
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${gateway.token}`,
      'content-type': 'application/json',
      'x-correlation-id': 'fast-path',
      ...headers,
    },
    payload: JSON.stringify(payload),
  })
}

/** Sends a request twice, the second time to a path that only Yoga handles. Both responses must be the same. */
async function askBothWays(payload: unknown, headers: Record<string, string> = {}) {
  const plain = await send('/graphql', payload, headers)
  const [result] = answer.mock.results
  const isFast = result?.type === 'return' && result.value !== null
  const byYoga = await send('/graphql?by=yoga', payload, headers)
  expect(shown(plain)).toEqual(shown(byYoga))
  return { isFast, response: plain }
}

const transportHeaders = new Set(['date', 'connection', 'content-length', 'transfer-encoding'])

function shown({ statusCode, headers, body }: Awaited<ReturnType<typeof send>>) {
  const kept = Object.entries(headers).filter(([name]) => !transportHeaders.has(name))
  return { statusCode, headers: Object.fromEntries(kept), body }
}

function byId(sha256Hash: string) {
  return { extensions: { persistedQuery: { version: 1, sha256Hash } } }
}

describe('these requests bypass Yoga and get the same response:', () => {
  test.each<[string, object, string]>([
    ['a persisted document', byId('library'), '"endCursor":"'],
    ['a persisted document of several operations', { ...byId('twoQueries'), operationName: 'Two' }, '"Query"'],
    ['a document that is not persisted, on its second use', { query: library }, '"IMG_2.jpg"'],
    ['a document with variables', { query: library, variables: { first: 1, all: false } }, '"IMG_3.jpg"'],
    [
      'nulls instead of omitted parameters',
      { query: '{ __typename }', variables: null, operationName: null },
      '"Query"',
    ],
    ['other extensions', { query: '{ __typename }', extensions: { anything: [1] } }, '"Query"'],
    ['an invalid cursor, which is the error of a field', { query: library, variables: { after: 'x' } }, 'BAD_USER'],
  ])('%s', async (_what, payload, expected) => {
    const { isFast, response } = await askBothWays(payload)
    expect(isFast).toBe(true)
    expect(response.statusCode).toBe(200)
    expect(response.body).toContain(expected)
  })

  test('a query whose fields fail', async () => {
    gateway.upstreams.fail('/photos/users', { kind: 'status', status: 500 })
    const { isFast, response } = await askBothWays(byId('library'))
    expect(isFast).toBe(true)
    expect(response.json().errors).toMatchObject([
      {
        path: ['viewer', 'library', 'photosCount'],
        extensions: { code: 'UPSTREAM_UNAVAILABLE', correlationId: 'fast-path' },
      },
    ])
    expect(response.json().data.viewer.library).toMatchObject({ photosCount: null, photos: { edges: [{}, {}] } })
  })

  test.each([
    ['*/*', 'application/json; charset=utf-8'],
    ['application/*', 'application/json; charset=utf-8'],
    ['application/json', 'application/json; charset=utf-8'],
    ['application/json; charset=utf-8', 'application/json; charset=utf-8'],
    ['application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
    ['application/graphql-response+json, application/json;q=0.9', 'application/graphql-response+json; charset=utf-8'],
    ['application/json, application/graphql-response+json', 'application/json; charset=utf-8'],
    ['text/html, application/xhtml+xml, */*;q=0.8', 'application/json; charset=utf-8'],
    [
      'application/graphql-response+json, application/json, multipart/mixed;q=0.9',
      'application/graphql-response+json; charset=utf-8',
    ],
  ])('a request for the media type %s', async (accept, type) => {
    const { isFast, response } = await askBothWays(byId('library'), { accept })
    expect(isFast).toBe(true)
    expect(response.headers['content-type']).toBe(type)
  })

  test('a request for the cost', async () => {
    const { isFast, response } = await askBothWays(byId('library'), { 'x-graphql-cost': '1' })
    expect([isFast, response.json().extensions.cost.maximum]).toEqual([true, 10_000])
  })

  test('a request without an Accept header', async () => {
    const { isFast, response } = await askBothWays(byId('library'), {})
    expect(isFast).toBe(true)
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  })
})

describe('Yoga handles these requests:', () => {
  test.each<[string, unknown, number]>([
    ['an unknown document id', byId('nothing'), 200],
    ['variables of the wrong type', { query: withId, variables: { id: { not: 'one' } } }, 400],
    ['a missing variable', { query: withId }, 400],
    ['variables that are a list', { query: withId, variables: [] }, 400],
    ['an unknown operation', { query: twoQueries, operationName: 'Three' }, 400],
    ['a missing operation name', { query: twoQueries }, 400],
    ['an unknown parameter', { query: '{ __typename }', more: 1 }, 400],
    ['a list of operations', [{ query: '{ __typename }' }], 400],
    ['an invalid document', { query: '{ viewer { nothing } }' }, 400],
    ['no document', {}, 400],
    ['a too large page', { query: library, variables: { first: 501 } }, 400],
    ['a mutation', { query: mutation }, 200],
    ['a document on its first use', { query: '{ viewer { __typename email } }' }, 200],
    ['a subscription without a stream', { query: 'subscription { libraryEvents { cursor } }' }, 406],
    ['introspection', { query: '{ __schema { queryType { name } } }' }, 200],
  ])('%s', async (_what, payload, status) => {
    const { isFast, response } = await askBothWays(payload, { accept: 'application/graphql-response+json' })
    expect([isFast, response.statusCode]).toEqual([false, status])
  })

  test.each([
    ['an unsupported media type', { accept: 'image/png' }, 406],
    ['another character set', { accept: 'application/json; charset=latin1' }, 406],
  ])('%s', async (_what, headers, status) => {
    const { isFast, response } = await askBothWays(byId('library'), headers)
    expect([isFast, response.statusCode]).toEqual([false, status])
  })

  test('a GET request', async () => {
    const url = `/graphql?query=${encodeURIComponent('{ __typename }')}`
    const response = await gateway.app.inject({ url, headers: { authorization: `Bearer ${gateway.token}` } })
    expect(response.json()).toEqual({ data: { __typename: 'Query' } })
    expect(answer.mock.results.map(({ value }) => value)).toEqual([null])
  })
})
