import { ApolloClient, HttpLink, InMemoryCache, gql } from '@apollo/client/core'
import { Defer20220824Handler, GraphQL17Alpha9Handler } from '@apollo/client/incremental'
import { beforeEach, describe, expect, test } from 'vitest'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { buildPhoto } from '../../support/photoLibrary.ts'
import { anna } from '../../support/tokens.ts'

const gateway = setUpGateway()
const query = '{ viewer { email library { id ... @defer(label: "counts") { photosCount } } } }'
const library = { id: expect.any(String) as string, photosCount: 1 }
const apollo = 'multipart/mixed;deferSpec=20220824,application/graphql-response+json,application/json;q=0.9'

beforeEach(() => {
  gateway.upstreams.library(anna).photos = [buildPhoto(1, '2024-05-01T10:00:00')]
})

function post(accept: string | undefined, payload: object = { query }) {
  const headers = { authorization: `Bearer ${gateway.token}`, ...(accept !== undefined && { accept }) }
  return gateway.app.inject({ method: 'POST', url: '/graphql', headers, payload })
}

/** The JSON of each part of a multipart response. */
function partsOf(body: string): unknown[] {
  const jsons = body.split('\r\n---').flatMap((part) => /\{.*\}/s.exec(part)?.[0] ?? [])
  return jsons.map((json): unknown => JSON.parse(json))
}

async function queryByApollo(incrementalHandler: Defer20220824Handler): Promise<unknown> {
  const link = new HttpLink({ uri: `${gateway.url}/graphql`, headers: { authorization: `Bearer ${gateway.token}` } })
  const client = new ApolloClient({ link, cache: new InMemoryCache(), incrementalHandler })
  return (await client.query({ query: gql(query.replace('{ viewer', 'query Deferred { viewer')) })).data
}

describe('an operation with @defer', () => {
  test.each([undefined, '*/*', 'application/json', 'application/graphql-response+json', 'application/*, text/html'])(
    'is answered in one body if the client does not ask for parts: Accept: %s',
    async (accept) => {
      const response = await post(accept)
      expect(response.headers['content-type']).toMatch(/^application\/(graphql-response\+)?json/)
      expect(response.json()).toEqual({ data: { viewer: { email: 'a@example.com', library } } })
    },
  )

  test('is answered in one body if the client names only an unknown format', async () => {
    const response = await post('multipart/mixed;deferSpec=20990101, application/json')
    expect(response.json()).toEqual({ data: { viewer: { email: 'a@example.com', library } } })
  })

  test.each([
    [apollo, 'multipart/mixed; boundary="-"; deferSpec=20220824'],
    ['multipart/mixed', 'multipart/mixed; boundary="-"'],
    // This is what urql sends.
    [
      'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
      'multipart/mixed; boundary="-"',
    ],
    ['application/json, multipart/mixed; q=0.5', 'multipart/mixed; boundary="-"'],
  ])('has parts with paths, if the client asks for them: Accept: %s', async (accept, type) => {
    const response = await post(accept)
    expect(response.headers['content-type']).toBe(type)
    expect(partsOf(response.body)).toEqual([
      { data: { viewer: { email: 'a@example.com', library: { id: library.id } } }, hasNext: true },
      { incremental: [{ data: { photosCount: 1 }, path: ['viewer', 'library'], label: 'counts' }], hasNext: false },
    ])
  })

  test('has parts with ids, if the client asks for them', async () => {
    const response = await post('multipart/mixed;incrementalSpec=v0.2, application/json')
    expect(response.headers['content-type']).toBe('multipart/mixed; boundary="-"; incrementalSpec=v0.2')
    expect(partsOf(response.body)).toEqual([
      {
        data: { viewer: { email: 'a@example.com', library: { id: library.id } } },
        pending: [{ id: '0', path: ['viewer', 'library'], label: 'counts' }],
        hasNext: true,
      },
      { incremental: [{ id: '0', data: { photosCount: 1 } }], completed: [{ id: '0' }], hasNext: false },
    ])
  })

  test.each([undefined, 'multipart/mixed;deferSpec=20220824', 'multipart/mixed;incrementalSpec=v0.2'])(
    'has coded errors in every format: Accept: %s',
    async (accept) => {
      gateway.upstreams.fail('/photos/users', { kind: 'status', status: 500 })
      const { body } = await post(accept)
      expect(body).toContain('"code":"UPSTREAM_UNAVAILABLE"')
      expect(body).toMatch(/"correlationId":"[^"]+"/)
    },
  )

  test('works with Apollo Client in both formats', async () => {
    const whole = { viewer: { library: { photosCount: 1 } } }
    expect(await queryByApollo(new Defer20220824Handler())).toMatchObject(whole)
    // The cast is needed because the types of Apollo Client do not fit together: its handler has an optional property
    // that the option for a handler does not allow.
    const latest = new GraphQL17Alpha9Handler() as unknown as Defer20220824Handler
    expect(await queryByApollo(latest)).toMatchObject(whole)
  })
})

describe('no response has the body null', () => {
  test.each(['image/png', 'application/json;charset=latin1', 'application/json;q=0'])(
    'a media type that is not offered is refused with a text, and nothing runs: %s',
    async (accept) => {
      const response = await post(accept, {
        query: 'mutation { deletePhotos(input: { photoIds: ["x"] }) { __typename } }',
      })
      expect(response.statusCode).toBe(406)
      expect(response.json().errors[0]).toMatchObject({
        message: expect.stringContaining('Accept application/graphql-response+json or application/json'),
        extensions: { code: 'BAD_USER_INPUT' },
      })
      expect(gateway.upstreams.pathsOf('photos')).toEqual([])
    },
  )
})
