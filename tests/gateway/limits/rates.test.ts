import { beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { listenAt } from '../../support/gateway.ts'
import { setUpUpstreams } from '../../support/gatewaySetup.ts'
import { globalId } from '../../support/globalIds.ts'
import { bram } from '../../support/tokens.ts'
import { transports } from './transports.ts'

const setup = setUpUpstreams()
let tokenOfBram: string

beforeAll(async () => {
  tokenOfBram = await setup.upstreams.tokens.issue(bram)
})

/** A bucket gets one token per 100 s, so none during a test. */
const slow = '0.01'
/** The seconds until a bucket gets its next token. On a busy machine, some of the 100 s have passed. */
const aboutHundred: unknown = expect.closeTo(100, -2)
const query = '{ viewer { email } }'

async function start(environment: Record<string, string>): Promise<string> {
  return listenAt(await setup.start(environment))
}

const post = (url: string, options: { token?: string; address?: string } = {}) =>
  fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
      ...(options.address !== undefined && { 'x-forwarded-for': options.address }),
    },
    body: JSON.stringify({ query: '{ __typename }' }),
  })

/** Sends requests one after another. Returns their statuses. */
async function statusesOf(url: string, all: readonly { token?: string; address?: string }[]): Promise<number[]> {
  const statuses: number[] = []
  for (const options of all) statuses.push((await post(url, options)).status)
  return statuses
}

describe.each(transports)('over $name', (transport) => {
  test('a customer has a burst limit, whatever the address', async () => {
    const url = await start({ VIEWER_OPERATION_BURST: '2', VIEWER_OPERATION_RATE: slow })
    const outcomes = []
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3'])
      outcomes.push(await transport.send(url, { query, token: setup.token, address }))
    const [, second, third] = outcomes
    expect([second?.errors, second?.data.viewer.email]).toEqual([[], 'a@example.com'])
    expect(third?.data ?? undefined).toBeUndefined()
    expect(third?.errors[0]?.extensions).toEqual({
      code: 'RATE_LIMITED',
      retryAfter: aboutHundred,
      correlationId: expect.any(String),
    })
    expect((await transport.send(url, { query, token: tokenOfBram })).errors).toEqual([])
  })

  test('a costly operation takes more tokens of its customer, so that the next operation is rejected', async () => {
    const url = await start({ VIEWER_OPERATION_BURST: '4', VIEWER_OPERATION_RATE: slow })
    // 500 objects cost more than 500 units, so the operation takes three tokens.
    const variables = { ids: Array.from({ length: 100 }, () => globalId('Photo', 'photo')) }
    const fields = ['a', 'b', 'c', 'd', 'e'].map((alias) => `${alias}: nodes(ids: $ids) { id }`)
    const costly = { query: `query ($ids: [ID!]!) { ${fields.join(' ')} }`, variables }
    const outcomes = []
    for (const sent of [{ query }, costly, { query }])
      outcomes.push(await transport.send(url, { ...sent, token: setup.token }))
    expect(outcomes.map(({ errors }) => errors[0]?.extensions?.['code'])).toEqual([
      undefined,
      undefined,
      'RATE_LIMITED',
    ])
    expect((await transport.send(url, { query, token: tokenOfBram })).errors).toEqual([])
  })

  test('an operation that is refused for its cost takes one token only', async () => {
    const url = await start({ VIEWER_OPERATION_BURST: '2', VIEWER_OPERATION_RATE: slow, MAX_OPERATION_COST: '150' })
    const ids = Array.from({ length: 100 }, () => globalId('Photo', 'photo'))
    const expensive = {
      query: `query ($ids: [ID!]!) { a: nodes(ids: $ids) { id } b: nodes(ids: $ids) { id } }`,
      variables: { ids },
    }
    const outcomes = []
    for (const sent of [expensive, { query }]) outcomes.push(await transport.send(url, { ...sent, token: setup.token }))
    expect(outcomes.map(({ errors }) => errors[0]?.extensions?.['code'])).toEqual(['BAD_USER_INPUT', undefined])
  })

  test('an address has a burst limit that all callers at the address share', async () => {
    const url = await start({ ADDRESS_OPERATION_BURST: '1', ADDRESS_OPERATION_RATE: slow })
    const first = await transport.send(url, { query, token: setup.token })
    const second = await transport.send(url, { query, token: tokenOfBram })
    expect(first.errors).toEqual([])
    expect(second.errors[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfter: aboutHundred })
  })
})

test('a rejection has the status 429, Retry-After and a correlation id', async () => {
  const url = await start({ ADDRESS_OPERATION_BURST: '1', ADDRESS_OPERATION_RATE: slow })
  await post(url)
  const response = await post(url)
  expect(response.status).toBe(429)
  const retryAfter = Number(response.headers.get('retry-after'))
  expect(retryAfter).toEqual(aboutHundred)
  expect(await response.json()).toEqual({
    errors: [
      {
        message: `Too many operations from this address. Try again in ${retryAfter} s.`,
        extensions: { code: 'RATE_LIMITED', retryAfter, correlationId: response.headers.get('x-correlation-id') },
      },
    ],
  })
})

describe('an address', () => {
  const limits = { ADDRESS_OPERATION_BURST: '1', ADDRESS_OPERATION_RATE: slow }

  test('comes from a trusted proxy, and all IPv6 addresses of one network count as one address', async () => {
    const url = await start(limits)
    const addresses = ['203.0.113.1', '203.0.113.2', '203.0.113.1', '2001:db8::1', '2001:db8:0:1::1', '2001:db8::2']
    const statuses = await statusesOf(
      url,
      addresses.map((address) => ({ address })),
    )
    expect(statuses).toEqual([200, 200, 429, 200, 200, 429])
  })

  test('comes from the connection when the peer is not a trusted proxy', async () => {
    const url = await start({ ...limits, TRUSTED_PROXIES: '192.0.2.1' })
    expect(await statusesOf(url, [{ address: '203.0.113.1' }, { address: '203.0.113.2' }])).toEqual([200, 429])
  })

  test('is counted before the token is verified, which limits the guessing of tokens', async () => {
    const url = await start({ ...limits, ADDRESS_OPERATION_BURST: '2' })
    expect(
      await statusesOf(
        url,
        Array.from({ length: 3 }, () => ({ token: 'wrong' })),
      ),
    ).toEqual([401, 401, 429])
  })

  test('is not counted for health checks', async () => {
    const url = await start(limits)
    for (let time = 0; time < 3; time += 1) expect((await fetch(`${url}/livez`)).status).toBe(200)
    expect((await post(url)).status).toBe(200)
  })
})

interface Opened {
  /** The status of the response to the upgrade request. 101 when the socket opens. */
  readonly status: number | undefined
  readonly retryAfter?: string | undefined
  readonly socket: WebSocket
}

function open(url: string, address: string): Promise<Opened> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: { 'x-forwarded-for': address },
    })
    socket.on('open', () => resolve({ status: 101, socket }))
    socket.on('unexpected-response', (_request, { statusCode, headers }) =>
      resolve({ status: statusCode, retryAfter: headers['retry-after'], socket }),
    )
    socket.on('error', () => undefined)
  })
}

describe('sockets', () => {
  test('have a rate limit per address', async () => {
    const url = await start({ ADDRESS_SOCKET_BURST: '2', ADDRESS_SOCKET_RATE: slow })
    const opened = []
    for (const address of ['203.0.113.1', '203.0.113.1', '203.0.113.1', '203.0.113.2'])
      opened.push(await open(url, address))
    expect(opened.map(({ status }) => status)).toEqual([101, 101, 429, 101])
    expect(Number(opened[2]?.retryAfter)).toEqual(aboutHundred)
    for (const { socket } of opened) socket.terminate()
  })

  test('have a total limit, and a new one can open when another closes', async () => {
    const url = await start({ MAX_SOCKETS: '2' })
    const opened = []
    for (let number = 1; number <= 3; number += 1) opened.push(await open(url, `203.0.113.${number}`))
    expect(opened.map(({ status }) => status)).toEqual([101, 101, 503])
    expect(Number(opened[2]?.retryAfter)).toBeGreaterThan(0)
    opened[0]?.socket.close()
    await expect.poll(async () => (await open(url, '203.0.113.9')).status).toBe(101)
    for (const { socket } of opened) socket.terminate()
  })
})
