import { Pool } from 'undici'
import type { UpstreamSettings } from './settings.ts'

/** Milliseconds that an idle connection is kept; less when the upstream announces less. */
const keepAliveTimeout = 30_000

/** How waiting for a connection's place ended: with one, because too many wait, in vain, or with the whole lane. */
export type Entry = 'in' | 'full' | 'late' | 'retired'

/** Connections to an upstream, and the bound on how many calls use them or wait for them. */
export class Lane {
  readonly pool: Pool
  readonly #limit: number
  readonly #queueLimit: number
  /** In the order in which they came. */
  readonly #waiting = new Set<(entry: Entry) => void>()
  #inFlight = 0

  /** Opens no connection. */
  constructor(origin: string, settings: UpstreamSettings) {
    this.#limit = settings.connections
    this.#queueLimit = settings.queue
    this.pool = new Pool(origin, {
      connections: settings.connections,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout,
      keepAliveMaxTimeout: keepAliveTimeout,
      connect: { timeout: settings.connectTimeout },
      // Each call has a timer of its own, these are behind it.
      headersTimeout: settings.timeout,
      bodyTimeout: settings.timeout,
    })
  }

  get inFlight(): number {
    return this.#inFlight
  }

  get queued(): number {
    return this.#waiting.size
  }

  /** Takes a connection's place if one is free. Whoever took one gives it back by `leave`. */
  tryEnter(): boolean {
    if (this.#inFlight >= this.#limit) return false
    this.#inFlight += 1
    return true
  }

  /** Waits for a place, at most so many milliseconds. */
  enter(time: number): Promise<Entry> {
    if (this.#waiting.size >= this.#queueLimit) return Promise.resolve('full')
    return new Promise((resolve) => {
      const settle = (entry: Entry) => {
        clearTimeout(timer)
        this.#waiting.delete(settle)
        resolve(entry)
      }
      const timer = setTimeout(() => settle('late'), time)
      this.#waiting.add(settle)
    })
  }

  leave(): void {
    const [next] = this.#waiting
    // The place goes over to who has waited longest.
    if (next) next('in')
    else this.#inFlight -= 1
  }

  /** Sends away who waits; calls in flight may end, then the connections close. */
  retire(): Promise<void> {
    for (const settle of this.#waiting) settle('retired')
    return this.pool.close()
  }

  /** Ends calls in flight, too. */
  close(): Promise<void> {
    for (const settle of this.#waiting) settle('retired')
    return this.pool.destroy()
  }
}
