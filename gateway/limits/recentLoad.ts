import { type Count, fade, FadingCounts } from '../fadingCounts.ts'

const rememberedCallers = 50_000
/** Time constant in ms: a request that was made this long ago counts 1/e of a new request. */
const timeConstant = 2_000

/** Counts the recent requests of each caller, to tell heavy callers from light ones. */
export class RecentLoad {
  readonly #counts = new FadingCounts({ timeConstant, maximumKeys: rememberedCallers })
  /** The count of the heaviest caller. */
  #heaviest: Count = { value: 0, at: 0 }

  /** The number of remembered callers. */
  get size(): number {
    return this.#counts.size
  }

  /** The weighted number of recent requests of the heaviest caller, at the time of the last request. */
  get heaviest(): number {
    return this.#heaviest.value
  }

  /**
   * Counts a request.
   * @param now a monotonic clock in ms
   * @returns the weighted number of the caller's earlier requests, divided by the count of the heaviest caller: 0 for a
   * new caller, always below 1
   */
  add(caller: string, now: number): number {
    const count = this.#counts.add(caller, now)
    const heaviest = Math.max(fade(this.#heaviest, now, timeConstant), count)
    this.#heaviest = { value: heaviest, at: now }
    return (count - 1) / heaviest
  }
}
