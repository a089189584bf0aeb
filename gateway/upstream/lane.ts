import { Pool } from 'undici'
import type { UpstreamSettings } from './settings.ts'

/** How long (ms) an idle connection is kept, unless the upstream announces less. */
const keepAliveTimeout = 30_000

/** The result of waiting for a free place: got one, too many are waiting, timed out, or the lane was retired. */
export type Entry = 'in' | 'full' | 'late' | 'retired'

/** The connections to an upstream, with limits for running and for waiting calls. */
export class Lane {
  readonly pool: Pool
  readonly #limit: number
  readonly #queueLimit: number
  /** The waiting calls, in the order of arrival. */
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
      // Each call has its own timer; these timeouts are the last resort.
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

  /** Takes a free place, if there is one. The caller must give it back with `leave`. */
  tryEnter(): boolean {
    if (this.#inFlight >= this.#limit) return false
    this.#inFlight += 1
    return true
  }

  /** Waits for a free place for at most `time` ms. */
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
    // The call that has waited longest takes over the place.
    if (next) next('in')
    else this.#inFlight -= 1
  }

  /** Fails the waiting calls, and closes the connections when the running calls have ended. */
  retire(): Promise<void> {
    for (const settle of this.#waiting) settle('retired')
    return this.pool.close()
  }

  /** Fails the waiting calls, aborts the running calls, and closes the connections. */
  close(): Promise<void> {
    for (const settle of this.#waiting) settle('retired')
    return this.pool.destroy()
  }
}
