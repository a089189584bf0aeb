import { LRUCache } from 'lru-cache'
import type { RequestRate } from './settings.ts'

/**
 * Maximum number of callers per limit. Beyond it, the caller whose last request is the oldest is dropped. That caller
 * starts with a full bucket at its next request.
 */
const maximumCallers = 50_000
/** A caller's count is exchanged with the other replicas when the caller has taken this share of the burst. */
const exchangedShare = 0.1

interface Bucket {
  /** When the bucket will be full, in ms. */
  fullAt: number
  /** Tokens taken in this process since the last exchange. */
  taken: number
}

/** What one caller has taken since the last exchange. */
export interface Taken {
  readonly caller: string
  readonly tokens: number
}

/**
 * One token bucket per caller. A bucket is stored as the time at which it will be full again (the generic cell rate
 * algorithm), so memory is bounded and taking a token costs less than a microsecond.
 */
export class Buckets {
  /**
   * Limited by `maxSize`, because `max` would allocate all entries at once: with all limits of all services, half a
   * second of processor time at each start.
   */
  readonly #buckets = new LRUCache<string, Bucket>({ maxSize: maximumCallers, sizeCalculation: () => 1 })
  readonly #due = new Set<string>()
  /** Time (ms) until a token is refilled. */
  readonly interval: number
  readonly #capacity: number
  readonly #undelayed: number
  readonly #exchangedTokens: number
  readonly #now: () => number

  /** @param now a monotonic clock in ms */
  constructor({ rate, burst, undelayed = burst }: RequestRate, now: () => number = () => performance.now()) {
    this.interval = 1_000 / rate
    this.#capacity = burst * this.interval
    this.#undelayed = undelayed * this.interval
    this.#exchangedTokens = Math.max(1, burst * exchangedShare)
    this.#now = now
  }

  /**
   * Takes a token if one is available.
   * @returns 0 if a token was taken, otherwise the seconds until the next token, rounded up
   */
  take(caller: string): number {
    const now = this.#now()
    const bucket = this.#bucketOf(caller)
    if (bucket.fullAt <= now) Object.assign(bucket, { fullAt: now, taken: 0 })
    const wait = bucket.fullAt + this.interval - now - this.#capacity
    // Tolerance for floating-point rounding of large timestamps.
    if (wait > 1e-6) return Math.ceil(wait / 1_000)
    bucket.fullAt += this.interval
    bucket.taken += 1
    if (bucket.taken >= this.#exchangedTokens) this.#due.add(caller)
    return 0
  }

  /** How long (ms) the request that has just taken a token of the caller has to wait for its turn. */
  delayOf(caller: string): number {
    return Math.max(0, this.#bucketOf(caller).fullAt - this.#now() - this.#undelayed)
  }

  /** Returns a token to the bucket after an attempt that does not count, such as a successful sign-in. */
  giveBack(caller: string): void {
    const bucket = this.#bucketOf(caller)
    bucket.fullAt -= this.interval
    bucket.taken -= 1
  }

  /** Returns callers whose counts are due for an exchange, and resets these counts to zero. */
  takeDue(maximum: number): Taken[] {
    const callers = [...this.#due].slice(0, maximum)
    return callers.flatMap((caller) => {
      const bucket = this.#bucketOf(caller)
      const tokens = bucket.taken
      bucket.taken = 0
      this.#due.delete(caller)
      return tokens > 0 ? [{ caller, tokens }] : []
    })
  }

  /** Returns tokens to the caller's count for the next exchange, because this exchange failed. */
  restore({ caller, tokens }: Taken): void {
    this.#bucketOf(caller).taken += tokens
    this.#due.add(caller)
  }

  /** Applies the shared count: over all replicas, the caller's bucket will be full after this time (ms). */
  apply(caller: string, milliseconds: number): void {
    const bucket = this.#bucketOf(caller)
    const shared = Math.min(milliseconds, this.#capacity)
    bucket.fullAt = this.#now() + shared + bucket.taken * this.interval
  }

  #bucketOf(caller: string): Bucket {
    const known = this.#buckets.get(caller)
    if (known) return known
    const bucket = { fullAt: 0, taken: 0 }
    this.#buckets.set(caller, bucket)
    return bucket
  }
}
