// @vitest-environment node
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { GraphQLResponse, RequestParameters } from 'relay-runtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws'
import type { TokenSource } from '../../../web/auth/tokenSource.ts'
import { RequestError } from '../../../web/relay/errors.ts'
import { createSubscribe } from '../../../web/relay/subscriptions.ts'

const request: RequestParameters = {
  id: 'hash-1',
  text: null,
  name: 'PageSubscription',
  operationKind: 'subscription',
  metadata: {},
  providedVariables: {},
}

interface Message {
  readonly type: string
  readonly id?: string
  readonly payload?: { readonly accessToken?: string }
}

/** A fake gateway. It accepts the first token of each connection, and answers later tokens from `verdicts`. */
class Gateway {
  readonly server: WebSocketServer
  /** The tokens that each connection received, in order. */
  readonly tokens: string[][] = []
  /** The answers to the next tokens; `accepted` when the list is empty. */
  readonly verdicts: string[] = []
  socket: ServerSocket | undefined
  /** The number of subscriptions that the gateway received. */
  subscriptions = 0
  #subscription = ''

  constructor(port = 0) {
    this.server = new WebSocketServer({ port, host: '127.0.0.1' })
    this.server.on('connection', (socket) => {
      const given: string[] = []
      this.tokens.push(given)
      this.socket = socket
      socket.on('message', (data) => {
        if (!Buffer.isBuffer(data)) return
        this.#answer(socket, JSON.parse(data.toString()), given)
      })
    })
  }

  get url(): string {
    // A server that listens on a port has an address of this type.
    const { port } = this.server.address() as AddressInfo
    return `http://127.0.0.1:${port}/graphql`
  }

  /** Sends a value to the current subscription, if there is one. */
  send(value: number): void {
    if (this.#subscription !== '') this.#send({ type: 'next', id: this.#subscription, payload: { data: { value } } })
  }

  #answer(socket: ServerSocket, { type, id, payload }: Message, given: string[]): void {
    if (payload?.accessToken !== undefined) given.push(payload.accessToken)
    if (type === 'connection_init') this.#send({ type: 'connection_ack' })
    if (type === 'ping') this.#send({ type: 'pong', payload: { accessToken: this.verdicts.shift() ?? 'accepted' } })
    if (type !== 'subscribe') return
    this.#subscription = id ?? ''
    this.subscriptions += 1
  }

  #send(message: object): void {
    this.socket?.send(JSON.stringify(message))
  }
}

/** A sign-in whose token is renewed when the test says so. */
function signIn() {
  const state = {
    current: 'first',
    isOffline: false,
    minimumLifetimes: [] as (number | undefined)[],
    renewals: [] as string[],
  }
  const tokens: TokenSource = {
    accessToken: async (minimumLifetime) => {
      state.minimumLifetimes.push(minimumLifetime)
      if (state.isOffline) throw new Error('no connection')
      return state.current
    },
    renewAfter: async (refused) => {
      state.renewals.push(refused)
      return state.current
    },
  }
  return { state, tokens }
}

let gateway: Gateway
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  vi.stubGlobal('location', new URL('http://keepsake.test/'))
  gateway = new Gateway()
  await once(gateway.server, 'listening')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const client of gateway.server.clients) client.terminate()
  gateway.server.close()
})

/** Prepares a subscription, which `start` sends. */
function prepare(tokens: TokenSource) {
  const subscribe = createSubscribe(gateway.url, tokens)
  const values: unknown[] = []
  const errors: Error[] = []
  const start = () => {
    // The cast is safe, because createSubscribe always returns an observable.
    const observable = subscribe(request, {}, {}) as unknown as {
      subscribe(observer: { next(value: GraphQLResponse): void; error(error: Error): void }): { unsubscribe(): void }
    }
    return observable.subscribe({
      next: (response) => values.push('data' in response ? response.data?.['value'] : response),
      error: (error) => errors.push(error),
    })
  }
  return { values, errors, start }
}

/** Subscribes, and waits until the gateway's first value arrives. */
async function follow(tokens: TokenSource) {
  const prepared = prepare(tokens)
  const running = prepared.start()
  await expectValue(prepared.values, 0)
  return { ...prepared, running }
}

test('a subscription that ends before the code of sockets is loaded is never sent', async () => {
  const { values, start } = prepare(signIn().tokens)
  start().unsubscribe()
  start()
  await expectValue(values, 0)
  expect(gateway.subscriptions).toBe(1)
})

test('a connection that could not be opened is an error, and the next subscription opens another connection', async () => {
  const { values, errors, start } = prepare(signIn().tokens)
  const { port } = new URL(gateway.url)
  gateway.server.close()
  start()
  await expect.poll(() => errors.length).toBe(1)
  expect(errors[0]).toBeInstanceOf(RequestError)
  gateway = new Gateway(Number(port))
  await once(gateway.server, 'listening')
  start()
  await expectValue(values, 0)
})

async function expectValue(values: unknown[], value: number): Promise<void> {
  await expect
    .poll(() => {
      if (!values.includes(value)) gateway.send(value)
      return values
    })
    .toContain(value)
}

const halfAMinute = () => vi.advanceTimersByTimeAsync(30_000)

test('a new token is sent on the open socket, which outlives the first token', async () => {
  const { state, tokens } = signIn()
  const { values, errors } = await follow(tokens)
  await halfAMinute()
  expect(gateway.tokens).toEqual([['first']])
  state.current = 'second'
  await halfAMinute()
  await expect.poll(() => gateway.tokens).toEqual([['first', 'second']])
  await expectValue(values, 1)
  await halfAMinute()
  await halfAMinute()
  await expectValue(values, 2)
  expect([gateway.tokens, errors, state.renewals]).toEqual([[['first', 'second']], [], []])
})

test('the requested token must be valid for two more minutes, so that it is renewed in time', async () => {
  const { state, tokens } = signIn()
  await follow(tokens)
  await halfAMinute()
  expect(state.minimumLifetimes).toEqual([undefined, 120_000])
})

test('a refused new token does not close the socket; the token is renewed when the socket ends', async () => {
  const { state, tokens } = signIn()
  const { values, errors, start } = await follow(tokens)
  gateway.verdicts.push('refused')
  state.current = 'second'
  await halfAMinute()
  await expect.poll(() => gateway.tokens).toEqual([['first', 'second']])
  await halfAMinute()
  await expectValue(values, 1)
  expect([gateway.tokens, errors]).toEqual([[['first', 'second']], []])
  state.current = 'third'
  gateway.socket?.close(4403, 'The access token has expired')
  await expect.poll(() => errors.length).toBe(1)
  start()
  await expect.poll(() => gateway.tokens).toEqual([['first', 'second'], ['third']])
  expect(state.renewals).toEqual(['second'])
})

test('a new token that could not be checked is sent again', async () => {
  const { state, tokens } = signIn()
  await follow(tokens)
  gateway.verdicts.push('unavailable')
  state.current = 'second'
  await halfAMinute()
  await expect.poll(() => gateway.verdicts).toEqual([])
  await expect
    .poll(async () => {
      await halfAMinute()
      return gateway.tokens
    })
    .toEqual([['first', 'second', 'second']])
})

test('while no new token can be fetched, the socket stays open, and the client asks for one again later', async () => {
  const { state, tokens } = signIn()
  const { values, errors } = await follow(tokens)
  state.isOffline = true
  await halfAMinute()
  await expectValue(values, 1)
  Object.assign(state, { isOffline: false, current: 'second' })
  await halfAMinute()
  await expect.poll(() => gateway.tokens).toEqual([['first', 'second']])
  expect(errors).toEqual([])
})

test('after the last subscription no more tokens are requested', async () => {
  const { state, tokens } = signIn()
  const { running } = await follow(tokens)
  const closed = once(gateway.socket ?? gateway.server, 'close')
  running.unsubscribe()
  await closed
  await expect.poll(() => vi.getTimerCount()).toBe(0)
  await halfAMinute()
  expect(state.minimumLifetimes).toEqual([undefined])
})
