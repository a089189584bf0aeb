import { LRUCache } from 'lru-cache'
import type { RateLimit } from '../config.ts'

/** Maximum number of remembered keys. Dropping a key is the same as refilling its bucket. */
const rememberedKeys = 50_000

/**
 * One token bucket per key. A bucket stores only the time at which it will be full again (the generic cell rate
 * algorithm). Memory is therefore bounded, and a check takes about 0.1 µs.
 */
export class TokenBuckets {
  /** Limited by `maxSize`, because `max` would allocate all entries at once: 5 ms of processor time at each start. */
  readonly #fullAt = new LRUCache<string, number>({ maxSize: rememberedKeys, sizeCalculation: () => 1 })
  /** Time in ms until a token is refilled. */
  readonly #interval: number
  readonly #capacity: number
  readonly #now: () => number

  /** @param now a monotonic clock in ms */
  constructor({ burst, rate }: RateLimit, now: () => number = () => performance.now()) {
    this.#interval = 1_000 / rate
    this.#capacity = burst * this.#interval
    this.#now = now
  }

  /** The number of remembered keys. */
  get size(): number {
    return this.#fullAt.size
  }

  /**
   * Takes a token if one is available.
   * @returns 0 when a token was taken, else the seconds until the next token, rounded up
   */
  take(key: string): number {
    const now = this.#now()
    const fullAt = Math.max(this.#fullAt.get(key) ?? 0, now) + this.#interval
    const wait = fullAt - now - this.#capacity
    // Tolerance for floating-point rounding of large timestamps.
    if (wait > 1e-6) return Math.ceil(wait / 1_000)
    this.#fullAt.set(key, fullAt)
    return 0
  }

  /**
   * Takes further tokens after `take`, even if they are not available. Then the key has to wait until they are
   * refilled, but at most as long as an empty bucket takes to fill.
   */
  charge(key: string, tokens: number): void {
    const now = this.#now()
    const fullAt = Math.max(this.#fullAt.get(key) ?? 0, now) + tokens * this.#interval
    this.#fullAt.set(key, Math.min(fullAt, now + 2 * this.#capacity))
  }
}
