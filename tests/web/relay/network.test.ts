// @vitest-environment node
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { CacheConfig, GraphQLResponse, RequestParameters, Variables } from 'relay-runtime'
import { RequestError } from '../../../web/relay/errors.ts'
import { createFetch } from '../../../web/relay/network.ts'
import { createEarlyPost } from '../../../web/relay/post.ts'

const request: RequestParameters = {
  id: 'hash-1',
  text: null,
  name: 'PageQuery',
  operationKind: 'query',
  metadata: {},
  providedVariables: {},
}

type Answer = (
  call: { readonly headers: IncomingMessage['headers']; readonly body: unknown },
  response: ServerResponse,
) => void

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A fake gateway with scripted responses, and the client's network that calls it. */
async function networkTo(
  answer: Answer,
  tokens = { current: 'old', renewed: 'new' },
  deadline = 20_000,
  mutationDeadline = 20_000,
) {
  const server = createServer((incoming, response) => {
    let text = ''
    incoming.on('data', (chunk: Buffer) => (text += chunk.toString()))
    incoming.on('end', () => answer({ headers: incoming.headers, body: JSON.parse(text) }, response))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this type.
  const { port } = server.address() as AddressInfo
  const renewals: string[] = []
  const url = `http://127.0.0.1:${port}/graphql`
  const early = createEarlyPost()
  const fetch = createFetch({
    url,
    early,
    deadlines: { query: deadline, mutation: mutationDeadline },
    tokens: {
      accessToken: async () => tokens.current,
      renewAfter: async (refused) => {
        renewals.push(refused)
        return tokens.renewed
      },
    },
  })
  const ask = (cacheConfig: CacheConfig = {}, asked = request) =>
    new Promise<GraphQLResponse>((resolve, reject) => {
      // The cast is safe, because createFetch always returns an observable.
      const observable = fetch(asked, { id: 'x' }, cacheConfig) as unknown as {
        subscribe(observer: { next(value: GraphQLResponse): void; error(error: Error): void }): void
      }
      observable.subscribe({ next: resolve, error: reject })
    })
  return { ask, renewals, server, url, early }
}

const json = (response: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

test('a failed field fails a request only if its response must be complete', async () => {
  const errors = [{ message: 'Unavailable', path: ['viewer', 'customer'], extensions: { code: 'UNAVAILABLE' } }]
  const body = { data: { viewer: { customer: null } }, errors }
  const { ask } = await networkTo((_, response) => json(response, body))
  expect(await ask()).toEqual(body)
  await expect(ask({ metadata: { isWhole: true } })).rejects.toMatchObject({ failure: 'graphql', code: 'UNAVAILABLE' })
})

test('an operation is sent as its hash, with the token and a correlation id', async () => {
  let seen: Parameters<Answer>[0] | undefined
  const { ask } = await networkTo((call, response) => {
    seen = call
    json(response, { data: { ok: true } })
  })
  expect(await ask()).toEqual({ data: { ok: true } })
  expect(seen?.body).toEqual({
    operationName: 'PageQuery',
    variables: { id: 'x' },
    extensions: { persistedQuery: { version: 1, sha256Hash: 'hash-1' } },
  })
  expect(seen?.headers['authorization']).toBe('Bearer old')
  expect(seen?.headers['x-correlation-id']).toMatch(/^[0-9a-f-]{36}$/)
})

test.each([
  ['status 401', 401, { errors: [{ message: 'no', extensions: { code: 'UNAUTHENTICATED' } }] }],
  ['a coded error', 200, { data: null, errors: [{ message: 'no', extensions: { code: 'UNAUTHENTICATED' } }] }],
])('a token refused by %s is renewed once and the request repeated', async (_, status, body) => {
  const { ask, renewals } = await networkTo(({ headers }, response) => {
    if (headers['authorization'] === 'Bearer new') json(response, { data: { ok: true } })
    else json(response, body, status)
  })
  expect(await ask()).toEqual({ data: { ok: true } })
  expect(renewals).toEqual(['old'])
})

test('a request fails when the renewed token is refused as well', async () => {
  let calls = 0
  const { ask } = await networkTo((_, response) => {
    calls += 1
    json(response, {}, 401)
  })
  await expect(ask()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(calls).toBe(2)
})

test('a response with errors and no data fails with their code; a response with errors and data does not fail', async () => {
  const error = { message: 'busy', extensions: { code: 'UPSTREAM_TIMEOUT' } }
  const failing = await networkTo((_, response) => json(response, { data: null, errors: [error] }))
  await expect(failing.ask()).rejects.toMatchObject({ failure: 'graphql', code: 'UPSTREAM_TIMEOUT' })
  const partial = await networkTo((_, response) => json(response, { data: { a: null }, errors: [error] }))
  expect(await partial.ask()).toMatchObject({ data: { a: null } })
})

test.each([
  [{ code: 'RATE_LIMITED', retryAfter: 60 }, 60],
  [{ code: 'RATE_LIMITED' }, null],
  [{ code: 'RATE_LIMITED', retryAfter: 'soon' }, null],
])('a failure has the retry delay that the gateway gave: %j', async (extensions, retryAfter) => {
  const { ask } = await networkTo((_, response) =>
    json(response, { data: null, errors: [{ message: '', extensions }] }),
  )
  await expect(ask()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter })
})

test.each([
  ['http', (response: ServerResponse) => response.writeHead(502).end('<html>')],
  ['unreadable', (response: ServerResponse) => response.writeHead(200).end('{"data":')],
  ['offline', (response: ServerResponse) => response.destroy()],
] as const)('an invalid response fails as %s', async (failure, answer) => {
  const { ask } = await networkTo((_, response) => answer(response))
  const error = await ask().catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(RequestError)
  expect(error).toMatchObject({ failure })
})

test('a request without a response fails as timeout', async () => {
  const { ask } = await networkTo(() => undefined, undefined, 50)
  await expect(ask()).rejects.toMatchObject({ failure: 'timeout' })
})

test('a mutation has its own deadline', async () => {
  const { ask } = await networkTo(() => undefined, undefined, 600_000, 50)
  await expect(ask({}, { ...request, operationKind: 'mutation' })).rejects.toMatchObject({ failure: 'timeout' })
})

test('a failure has the correlation id of the gateway’s response', async () => {
  const { ask } = await networkTo((_, response) => response.writeHead(503, { 'x-correlation-id': 'abc' }).end('down'))
  await expect(ask()).rejects.toMatchObject({ correlationId: 'abc' })
})

test('a request that the gateway rejected without reading it is repeated after the delay that the response gives', async () => {
  let calls = 0
  const { ask } = await networkTo((_call, response) => {
    calls += 1
    if (calls < 3) json(response, { errors: [{ message: 'busy' }] }, calls === 1 ? 503 : 429, { 'retry-after': '0.05' })
    else json(response, { data: { calls } })
  })
  await expect(ask()).resolves.toEqual({ data: { calls: 3 } })
})

test('a request that is rejected repeatedly fails with the code', async () => {
  let calls = 0
  const { ask } = await networkTo((_call, response) => {
    calls += 1
    const error = { message: 'busy', extensions: { code: 'OVERLOADED' } }
    json(response, { errors: [error] }, 503, { 'retry-after': '0.01' })
  })
  await expect(ask()).rejects.toMatchObject({ code: 'OVERLOADED' })
  expect(calls).toBe(4)
})

test('when the edge cannot reach the gateway, the first request of a page fails at once, and later ones are repeated', async () => {
  let isReachable = false
  let calls = 0
  const { ask } = await networkTo((_call, response) => {
    calls += 1
    const headers = { 'retry-after': '0.01', 'content-type': 'application/problem+json' }
    if (isReachable) json(response, { data: { ok: true } })
    else json(response, { code: 'UNAVAILABLE' }, 503, headers)
  })
  await expect(ask()).rejects.toMatchObject({ failure: 'http' })
  expect(calls).toBe(1)
  isReachable = true
  await ask()
  isReachable = false
  await expect(ask()).rejects.toMatchObject({ failure: 'http' })
  expect(calls).toBe(6)
})

test('only requests with keepalive continue after the page is left', async () => {
  const { ask } = await networkTo((_call, response) => json(response, { data: { ok: true } }))
  const sent = vi.spyOn(globalThis, 'fetch')
  await ask()
  await ask({ metadata: { keepalive: true } })
  expect(sent.mock.calls.map(([, init]) => init?.keepalive)).toEqual([false, true])
  sent.mockRestore()
})

test('an anonymous request is sent without a token, and asks for none when it is refused', async () => {
  const seen: (string | undefined)[] = []
  const { ask, renewals } = await networkTo(({ headers }, response) => {
    seen.push(headers.authorization)
    json(response, { data: null, errors: [{ message: 'No', extensions: { code: 'UNAUTHENTICATED' } }] })
  })
  await expect(ask({ metadata: { isAnonymous: true } })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect([seen, renewals]).toEqual([[undefined], []])
})

/** Returns a network, the tokens of the requests to the gateway, and a function that sends an early request. */
async function networkWithEarly(answer: Answer = (_call, response) => json(response, { data: { ok: true } })) {
  const seen: (string | undefined)[] = []
  const network = await networkTo((call, response) => {
    seen.push(call.headers.authorization)
    answer(call, response)
  })
  const early = (token: string, variables: Variables = { id: 'x' }) => {
    // A failure is ignored here, because Relay reports it.
    void network.early.send({ url: network.url, token, request, variables, deadline: 20_000 }).catch(() => undefined)
  }
  return { ...network, seen, early }
}

describe('an operation that was sent before Relay had loaded', () => {
  test('is not sent again: Relay gets its response, once', async () => {
    const { ask, early, seen } = await networkWithEarly()
    early('old')
    expect(await ask()).toEqual({ data: { ok: true } })
    expect(seen).toEqual(['Bearer old'])
    await ask()
    expect(seen).toHaveLength(2)
  })

  test.each([
    ['another account’s token', 'other', { id: 'x' }],
    ['other variables', 'old', { id: 'y' }],
  ])('with %s is not used as the answer to a request', async (_, token, variables) => {
    const { ask, early, seen } = await networkWithEarly((call, response) =>
      json(response, { data: { token: call.headers.authorization, sent: call.body } }),
    )
    early(token, variables)
    expect(await ask()).toMatchObject({ data: { token: 'Bearer old', sent: { variables: { id: 'x' } } } })
    expect(seen).toHaveLength(2)
  })

  test('is repeated with a renewed token if the gateway refuses its token', async () => {
    const { ask, early, renewals } = await networkWithEarly((call, response) =>
      call.headers.authorization === 'Bearer old'
        ? response.writeHead(401).end()
        : json(response, { data: { ok: true } }),
    )
    early('old')
    expect(await ask()).toEqual({ data: { ok: true } })
    expect(renewals).toEqual(['old'])
  })

  test('that could not be sent fails like any other operation', async () => {
    const { ask, early } = await networkWithEarly((_call, response) => response.destroy())
    early('old')
    await expect(ask()).rejects.toMatchObject({ failure: 'offline' })
  })
})
