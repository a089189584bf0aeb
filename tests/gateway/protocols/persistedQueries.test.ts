import { createHash } from 'node:crypto'
import { ApolloClient, HttpLink, InMemoryCache, gql } from '@apollo/client/core'
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries'
import { beforeEach, describe, expect, test } from 'vitest'
import { openStream } from '../../support/eventStreamClient.ts'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { initWith, openSocket, subscribeTo } from '../../support/rawSocket.ts'

const gateway = setUpGateway()
beforeEach(() => gateway.renew())

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const query = 'query Who { viewer { email } }'
const answer = { data: { viewer: { email: 'a@example.com' } } }
const hashOf = (text: string, version: unknown = 1) => ({
  extensions: { persistedQuery: { version, sha256Hash: sha256(text) } },
})

function post(payload: object, accept = 'application/json', token: string | null = gateway.token) {
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` }
  return gateway.app.inject({ method: 'POST', url: '/graphql', headers: { accept, ...authorization }, payload })
}

/** Sends a query by Apollo Client. Returns the bodies of its requests. */
async function queryByApollo(useGet: boolean): Promise<string[]> {
  const sent: string[] = []
  const http = new HttpLink({
    uri: `${gateway.url}/graphql`,
    headers: { authorization: `Bearer ${gateway.token}` },
    fetch: (input, init) => {
      sent.push(`${init?.method} ${typeof init?.body === 'string' ? init.body : ''}`)
      return fetch(input, init)
    },
  })
  const link = new PersistedQueryLink({ sha256, useGETForHashedQueries: useGet }).concat(http)
  const client = new ApolloClient({ link, cache: new InMemoryCache() })
  const { data } = await client.query<{ viewer: { email: string } }>({ query: gql(query) })
  expect(data?.viewer.email).toBe('a@example.com')
  return sent
}

describe('automatic persisted queries', () => {
  test.each([
    [true, 'GET'],
    [false, 'POST'],
  ])('work with Apollo Client, with GET: %s', async (useGet, method) => {
    const first = await queryByApollo(useGet)
    expect(first).toHaveLength(2)
    expect(first[1]).toContain('query Who')
    const second = await queryByApollo(useGet)
    expect(second).toEqual([expect.stringMatching(new RegExp(`^${method} `))])
    expect(second[0]).not.toContain('query Who')
  })

  test.each(['application/json', 'application/graphql-response+json'])(
    'answer an unknown hash in Apollo’s terms, with status 200 for %s',
    async (accept) => {
      const response = await post(hashOf(query), accept)
      expect(response.statusCode).toBe(200)
      expect(response.json().errors).toMatchObject([
        { message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } },
      ])
    },
  )

  test('refuse a text with the hash of another text, and store nothing', async () => {
    const other = '{ site { name } }'
    const response = await post({ query, ...hashOf(other) }, 'application/graphql-response+json')
    expect(response.statusCode).toBe(400)
    expect(response.json().errors).toMatchObject([
      { message: 'provided sha does not match query', extensions: { code: 'PERSISTED_QUERY_HASH_MISMATCH' } },
    ])
    for (const text of [query, other])
      expect((await post(hashOf(text))).json().errors[0].message).toBe('PersistedQueryNotFound')
  })

  test.each([2, '1', undefined])('refuse another version of the protocol: %s', async (version) => {
    const response = await post({ query, extensions: { persistedQuery: { version, sha256Hash: sha256(query) } } })
    expect(response.json().errors[0]).toMatchObject({
      message: expect.stringContaining('Unsupported persisted query version'),
      extensions: { code: 'BAD_USER_INPUT' },
    })
  })

  test('do not store an invalid document', async () => {
    const invalid = '{ viewer { secrets } }'
    await post({ query: invalid, ...hashOf(invalid) })
    expect((await post(hashOf(invalid))).json().errors[0].message).toBe('PersistedQueryNotFound')
  })

  test('run a stored document on every transport, however it was stored', async () => {
    const stream = await openStream(`${gateway.url}/graphql`, {
      token: gateway.token,
      body: { query, ...hashOf(query) },
    })
    await stream.over
    expect(stream.events[0]?.data).toEqual(answer)
    for (let times = 0; times < 3; times += 1) expect((await post(hashOf(query))).json()).toEqual(answer)
    const { send, of, received, socket } = await openSocket(gateway.url)
    send(initWith(gateway.token))
    await expect.poll(() => received).toHaveLength(1)
    send(subscribeTo('1', '', hashOf(query)))
    await expect.poll(() => of('1').length).toBeGreaterThan(0)
    expect(of('1')[0]?.payload).toEqual(answer)
    socket.terminate()
  })

  test('of a stranger’s flood do not replace the documents of a customer', async () => {
    expect((await post({ query, ...hashOf(query) })).json()).toEqual(answer)
    for (let number = 0; number < 600; number += 1) {
      const flood = `query Flood${number} { __typename }`
      await post({ query: flood, ...hashOf(flood) }, 'application/json', null)
    }
    expect((await post(hashOf(query))).json()).toEqual(answer)
    const [first, last] = ['query Flood0 { __typename }', 'query Flood599 { __typename }']
    expect((await post(hashOf(first))).json().errors[0].message).toBe('PersistedQueryNotFound')
    expect((await post(hashOf(last))).json()).toEqual({ data: { __typename: 'Query' } })
  })
})
