import { LRUCache } from 'lru-cache'
import { FadingCount } from '../fadingCount.ts'

/** Maximum number of remembered callers. A dropped caller counts as new. */
const rememberedCallers = 50_000
/** Time constant in ms: a request that was made this long ago counts 1/e of a new request. */
const timeConstant = 2_000

/**
 * Counts the recent requests of each caller, to tell heavy callers from light ones. Memory is bounded. Counting a
 * request takes about 0.2 µs.
 */
export class RecentLoad {
  /** Limited by `maxSize`, because `max` would allocate all entries in advance: 5 ms of CPU time at each start. */
  readonly #counts = new LRUCache<string, FadingCount>({ maxSize: rememberedCallers, sizeCalculation: () => 1 })
  #heaviest = 0
  /** The count of the heaviest caller. */
  readonly #heaviestCount = new FadingCount(timeConstant, 0)

  /** The number of remembered callers. */
  get size(): number {
    return this.#counts.size
  }

  /** The weighted number of recent requests of the heaviest caller, at the time of the last request. */
  get heaviest(): number {
    return this.#heaviest
  }

  /**
   * Counts a request.
   * @param now a monotonic clock in ms
   * @returns the weighted number of the caller's earlier requests, divided by the count of the heaviest caller: 0 for a
   * new caller, always below 1
   */
  add(caller: string, now: number): number {
    let count = this.#counts.get(caller)
    if (!count) {
      count = new FadingCount(timeConstant, now)
      this.#counts.set(caller, count)
    }
    const value = count.add(now)
    this.#heaviest = this.#heaviestCount.raise(value, now)
    return (value - 1) / this.#heaviest
  }
}
