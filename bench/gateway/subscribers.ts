import { WebSocket } from 'undici'
import { z } from 'zod'
import type { Customer } from './customers.ts'

const protocol = 'graphql-transport-ws'
const concurrency = 20
const readyTimeout = 60_000

const serverMessage = z.object({ type: z.string(), payload: z.unknown().optional() })

/** A subscription: the id of a persisted document, or the text of a document. */
export type Subscription = { readonly documentId: string } | { readonly query: string }

/** Clients that stay subscribed to live events, each on a socket of its own. */
export class Subscribers {
  readonly #url: string
  readonly #payload: object
  readonly #onEvent: ((payload: unknown) => void) | undefined
  readonly #sockets: WebSocket[] = []
  /** Events received since the caller last set this to 0. Each event carries one change. */
  delivered = 0

  /** @param onEvent receives each event after the first, which is empty */
  constructor(url: string, subscription: Subscription, onEvent?: (payload: unknown) => void) {
    this.#url = `${url.replace(/^http/, 'ws')}/graphql`
    this.#payload = payloadOf(subscription)
    this.#onEvent = onEvent
  }

  /** Opens a socket for each customer, and waits until each has received its first, empty event. */
  async join(customers: readonly Customer[]): Promise<void> {
    const waiting = [...customers]
    const work = async () => {
      for (let customer = waiting.pop(); customer; customer = waiting.pop()) await this.#open(customer)
    }
    await Promise.all(Array.from({ length: concurrency }, work))
  }

  close(): void {
    for (const socket of this.#sockets) socket.close(1000)
  }

  #open(customer: Customer): Promise<void> {
    const socket = new WebSocket(this.#url, { protocols: protocol, headers: { 'x-forwarded-for': customer.address } })
    this.#sockets.push(socket)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('A subscription received no first event in time.')), readyTimeout)
      let isReady = false
      socket.addEventListener('open', () =>
        socket.send(JSON.stringify({ type: 'connection_init', payload: { accessToken: customer.token } })),
      )
      socket.addEventListener('close', ({ code, reason }) => {
        if (code !== 1000) reject(new Error(`A socket was closed with ${code} ${reason}.`))
      })
      socket.addEventListener('message', ({ data }) => {
        const { type, payload } = serverMessage.parse(JSON.parse(String(data)))
        if (type === 'connection_ack') this.#subscribe(socket)
        else if (type === 'ping') socket.send('{"type":"pong"}')
        else if (type === 'error' || hasErrors(payload)) reject(new Error(`A subscription failed: ${String(data)}`))
        else if (isReady) {
          this.delivered += 1
          this.#onEvent?.(payload)
        } else {
          isReady = true
          clearTimeout(timer)
          resolve()
        }
      })
    })
  }

  #subscribe(socket: WebSocket): void {
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: this.#payload }))
  }
}

function payloadOf(subscription: Subscription): object {
  if ('query' in subscription) return { query: subscription.query }
  const extensions = { persistedQuery: { version: 1, sha256Hash: subscription.documentId } }
  return { query: '', variables: {}, extensions }
}

function hasErrors(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && 'errors' in payload
}
