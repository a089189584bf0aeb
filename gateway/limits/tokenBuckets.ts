import { LRUCache } from 'lru-cache'
import type { RateLimit } from '../config.ts'

/** Maximum number of remembered keys. Dropping a key is the same as refilling its bucket. */
const rememberedKeys = 50_000
/**
 * Over how many seconds the retries of refused requests are spread. A longer backlog shares these seconds, so that no
 * caller waits longer because of a flood.
 */
const longestSpread = 60

/** What is left of a bucket. */
export interface Budget {
  /** The number of tokens, 0 or more. */
  readonly remaining: number
  /** The seconds until the bucket is full, rounded up. */
  readonly reset: number
}

/**
 * One token bucket per key. A bucket stores only the time at which it will be full again (the generic cell rate
 * algorithm). Memory is therefore bounded, and a check takes about 0.1 µs.
 */
export class TokenBuckets {
  /** Limited by `maxSize`, because `max` would allocate all entries in advance: 5 ms of CPU time at each start. */
  readonly #fullAt = new LRUCache<string, number>({ maxSize: rememberedKeys, sizeCalculation: () => 1 })
  /** The time up to which tokens are promised to refused requests. Only for keys with refusals. */
  readonly #promisedUntil = new LRUCache<string, number>({ maxSize: rememberedKeys, sizeCalculation: () => 1 })
  /** Time in ms until a token is refilled. */
  readonly #interval: number
  readonly #capacity: number
  readonly #now: () => number
  #taken: (key: string, tokens: number) => void = () => undefined

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
   * @returns 0 when a token was taken, else the seconds to wait, rounded up. Refused requests get different times: in
   * each second, only as many return as tokens are refilled
   */
  take(key: string): number {
    const now = this.#now()
    const fullAt = Math.max(this.#fullAt.get(key) ?? 0, now) + this.#interval
    const wait = fullAt - now - this.#capacity
    // Tolerance for floating-point rounding of large timestamps.
    if (wait > 1e-6) return Math.ceil(this.#promise(key, now, wait) / 1_000)
    this.#fullAt.set(key, fullAt)
    this.#taken(key, 1)
    return 0
  }

  /** What is left for a key. */
  budgetOf(key: string): Budget {
    const until = Math.max(0, (this.#fullAt.get(key) ?? 0) - this.#now())
    const remaining = Math.max(0, Math.floor((this.#capacity - until) / this.#interval + 1e-6))
    return { remaining, reset: Math.ceil(until / 1_000) }
  }

  /**
   * Promises a refused request the next token that is not promised to another request.
   * @param wait the time in ms until the next token
   * @returns the time in ms until the promised token
   */
  #promise(key: string, now: number, wait: number): number {
    const next = (this.#promisedUntil.get(key) ?? 0) + this.#interval
    const isTooLate = next - now > Math.max(longestSpread * 1_000, wait)
    const promised = isTooLate ? now + wait : Math.max(next, now + wait)
    this.#promisedUntil.set(key, promised)
    return promised - now
  }

  /**
   * Takes further tokens after `take`, even if they are not available. Then the key has to wait until they are
   * refilled, but at most as long as an empty bucket takes to fill.
   */
  charge(key: string, tokens: number): void {
    this.takeElsewhere(key, tokens, 0)
    this.#taken(key, tokens)
  }

  /**
   * Takes tokens that another process gave to this key, even if they are not available here. `onTaken` is not called.
   * @param age how long ago (ms) the first of them was taken; tokens that were refilled since then are credited
   */
  takeElsewhere(key: string, tokens: number, age: number): void {
    const now = this.#now()
    const fullAt = Math.max(this.#fullAt.get(key) ?? 0, now - age) + tokens * this.#interval
    this.#fullAt.set(key, Math.min(fullAt, now + 2 * this.#capacity))
  }

  /** @param taken called for the tokens that this process gives */
  onTaken(taken: (key: string, tokens: number) => void): void {
    this.#taken = taken
  }
}
