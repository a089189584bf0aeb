import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { seededRandom } from '../../tests/support/random.ts'

/** One of the requests that a load sends in turn, again and again. */
export interface LoadRequest {
  readonly headers: Record<string, string>
  readonly body: string
}

/** The outcome of one request. */
export interface Outcome {
  /** The HTTP status, or 0 if the connection was lost. */
  readonly status: number
  readonly hasRetryAfter: boolean
  /** Milliseconds from the time when the request was due, not from when it could be sent. */
  readonly took: number
  /** When the request was due, in milliseconds since the beginning. */
  readonly due: number
}

/**
 * The number of connections. It exceeds the number of requests in flight, because a request that waits for a connection
 * does not reach the gateway.
 */
const connections = 2_000

/** Sends requests to `/graphql`. Bodies are dropped, so that the load itself uses little processor time. */
export class Load {
  readonly #pool: Pool
  readonly #requests: readonly LoadRequest[]
  #turn = 0

  constructor(url: string, requests: readonly LoadRequest[]) {
    this.#pool = new Pool(url, { connections, headersTimeout: 30_000 })
    this.#requests = requests
  }

  /** Keeps `concurrency` requests in flight for some seconds. @returns answers per second */
  async closed(concurrency: number, seconds: number): Promise<number> {
    const until = performance.now() + seconds * 1_000
    let answered = 0
    const work = async () => {
      while (performance.now() < until) if ((await this.#send()).status === 200) answered += 1
    }
    await Promise.all(Array.from({ length: concurrency }, work))
    return answered / seconds
  }

  /** Sends `rate` requests per second at random moments (Poisson), without waiting for answers. */
  async open(rate: number, seconds: number): Promise<Outcome[]> {
    const random = seededRandom(1)
    const began = performance.now()
    const sent: Promise<Outcome>[] = []
    let due = 0
    while (due < seconds * 1_000) {
      for (; due <= performance.now() - began; due += (-Math.log(1 - random()) / rate) * 1_000)
        sent.push(this.#outcomeOf(began, due))
      await pause(1)
    }
    return Promise.all(sent)
  }

  close(): Promise<void> {
    return this.#pool.destroy()
  }

  async #outcomeOf(began: number, due: number): Promise<Outcome> {
    const answer = await this.#send()
    return { ...answer, due, took: performance.now() - began - due }
  }

  async #send(): Promise<{ status: number; hasRetryAfter: boolean }> {
    this.#turn = (this.#turn + 1) % this.#requests.length
    try {
      const request = { method: 'POST', path: '/graphql', ...this.#requests[this.#turn] } as const
      const { statusCode, headers, body } = await this.#pool.request(request)
      await body.dump({ limit: 1_000_000 })
      return { status: statusCode, hasRetryAfter: headers['retry-after'] !== undefined }
    } catch {
      return { status: 0, hasRetryAfter: false }
    }
  }
}
