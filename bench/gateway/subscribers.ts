import { WebSocket } from 'undici'
import { z } from 'zod'
import type { Customer } from './customers.ts'

const protocol = 'graphql-transport-ws'
const atOnce = 20
const readyTime = 20_000

const serverMessage = z.object({ type: z.string(), payload: z.unknown().optional() })

/** Clients that subscribe to the live events of their libraries and stay, each on a socket of its own. */
export class Subscribers {
  readonly #url: string
  readonly #documentId: string
  readonly #sockets: WebSocket[] = []
  /** Events that arrived since it was last set to 0, each with one fact. */
  delivered = 0

  /** @param documentId of the subscription that our client sends */
  constructor(url: string, documentId: string) {
    this.#url = `${url.replace(/^http/, 'ws')}/graphql`
    this.#documentId = documentId
  }

  /** Lets one socket in for each customer, and waits until each has had its first, empty event. */
  async join(customers: readonly Customer[]): Promise<void> {
    const waiting = [...customers]
    const work = async () => {
      for (let customer = waiting.pop(); customer; customer = waiting.pop()) await this.#open(customer)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }

  close(): void {
    for (const socket of this.#sockets) socket.close(1000)
  }

  #open(customer: Customer): Promise<void> {
    const socket = new WebSocket(this.#url, { protocols: protocol, headers: { 'x-forwarded-for': customer.address } })
    this.#sockets.push(socket)
    return new Promise((resolve, reject) => {
      const impatience = setTimeout(() => reject(new Error('A subscription did not begin.')), readyTime)
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
        else if (isReady) this.delivered += 1
        else {
          isReady = true
          clearTimeout(impatience)
          resolve()
        }
      })
    })
  }

  #subscribe(socket: WebSocket): void {
    const extensions = { persistedQuery: { version: 1, sha256Hash: this.#documentId } }
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: '', variables: {}, extensions } }))
  }
}

function hasErrors(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && 'errors' in payload
}
