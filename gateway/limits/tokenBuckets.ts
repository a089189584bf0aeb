import { LRUCache } from 'lru-cache'
import type { RateLimit } from '../config.ts'

/** Keys that are remembered. A full bucket says nothing, so only of those who ask without a rest too much is forgotten. */
const rememberedKeys = 50_000

/**
 * One token bucket per key. Of each, only the time is kept at which it is full again (the generic cell rate algorithm),
 * so memory is bounded, and a key costs about 0.1 µs to look at.
 */
export class TokenBuckets {
  readonly #fullAt = new LRUCache<string, number>({ max: rememberedKeys })
  /** Milliseconds that a token takes to come back. */
  readonly #interval: number
  readonly #capacity: number
  readonly #now: () => number

  /** @param now milliseconds of a clock that never goes back */
  constructor({ burst, rate }: RateLimit, now: () => number = () => performance.now()) {
    this.#interval = 1_000 / rate
    this.#capacity = burst * this.#interval
    this.#now = now
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.#fullAt.size
  }

  /** @returns 0 when there was a token, and it was taken; else the seconds until there is one, rounded up */
  take(key: string): number {
    const now = this.#now()
    const fullAt = Math.max(this.#fullAt.get(key) ?? 0, now) + this.#interval
    const wait = fullAt - now - this.#capacity
    // Reckoning in milliseconds since long ago loses some digits.
    if (wait > 1e-6) return Math.ceil(wait / 1_000)
    this.#fullAt.set(key, fullAt)
    return 0
  }
}
