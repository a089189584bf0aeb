import { performance } from 'node:perf_hooks'
import type { GraphQLError } from 'graphql'
import type { OverloadGuard } from './admission.ts'
import { RecentLoad } from './recentLoad.ts'
import { busy } from './refusals.ts'

/** Interval in ms at which the event loop is sampled. */
const sampleInterval = 20
/** Lateness of a sample in ms that is normal, because every turn of the loop runs some operations. */
const tolerance = 10
/** Length in ms of the window over which the cost of an operation is measured. */
const windowLength = 200
/** Weight of a new window in the moving average of the cost. */
const smoothing = 0.3
/** Minimum number of operations for a window to be used. */
const minimumAdmitted = 5
/** The share of the loop's time that operations may use. The rest reduces the backlog. */
const targetUtilization = 0.95
/** Maximum credit in ms of loop time. Covers bursts, such as a customer reopening all tabs. */
const maximumCredit = 50
/** Maximum debt in ms of loop time before overload begins. */
const maximumDebt = 50
/**
 * Maximum debt in ms of loop time for new callers while a heavy caller causes an overload. For callers that have recent
 * requests, the maximum is lower.
 */
const lightDebt = 20
/**
 * A caller with at least this many recent requests counts as the cause of an overload. If no caller has so many, all
 * callers together caused the overload.
 */
const heavyRequests = 20
/** During overload, a heavy caller is admitted only while this much credit in ms is left. Lighter callers need less. */
const reservedCredit = 30
/**
 * A caller with at least this share of the heaviest caller's requests counts as equally heavy: small differences do not
 * matter.
 */
const heavyLoad = 0.5
/** Assumed cost of an operation in ms of loop time before any was measured. */
const initialCost = 2

/** The measurements that detect overload, in ms. */
export interface LoopClock {
  /** Monotonic time. */
  now(): number
  /** Total time for which the event loop has been busy, from an arbitrary start. */
  busy(): number
}

const loopClock: LoopClock = {
  now: () => performance.now(),
  busy: () => performance.eventLoopUtilization().active,
}

/**
 * Rejects operations when the event loop cannot keep up, so that admitted operations are still answered in time
 * (docs/decisions/0207).
 *
 * The credit is an amount of loop time. Time that passes adds credit, except while the loop is late: then the loop
 * works off its backlog. Each admitted operation uses the average cost of recent operations. Unused credit accumulates
 * up to a limit.
 * Overload begins when the credit is used up and the loop lags. It ends when the credit is back at its limit. In
 * between, an operation is admitted when the credit covers its cost. The cost of an operation is the loop's busy time
 * divided by the number of admitted operations. It therefore includes the cost of rejecting, and all other work of the
 * loop.
 *
 * During overload, the callers with the most requests in the last seconds are rejected first. The more requests a
 * caller has made, compared with the heaviest caller, the more credit must be left to admit its next request. So a
 * heavy caller cannot use up the credit that lighter callers need.
 */
export class Overload implements OverloadGuard {
  readonly #lag: number
  readonly #clock: LoopClock
  readonly #recent = new RecentLoad()
  #isOverloaded = false
  #credit = maximumCredit
  #cost = initialCost
  #creditedUntil: number
  #expected: number
  #window: { since: number; busy: number; admitted: number; isBacklogGrowing: boolean }

  /** @param lag how long (ms) work may wait for the event loop before operations are rejected */
  constructor(lag: number, clock: LoopClock = loopClock) {
    const now = clock.now()
    this.#lag = lag
    this.#clock = clock
    this.#creditedUntil = now
    this.#expected = now + sampleInterval
    this.#window = { since: now, busy: clock.busy(), admitted: 0, isBacklogGrowing: false }
  }

  /** Starts sampling the loop. @returns a function that stops it */
  watch(): () => void {
    const timer = setInterval(() => this.sample(), sampleInterval).unref()
    return () => clearInterval(timer)
  }

  /**
   * Admits an operation and charges its cost.
   * @param caller the account, or the group of the address
   * @returns null, or OVERLOADED with `extensions.retryAfter` if rejected
   */
  refuse(caller: string): GraphQLError | null {
    const now = this.#clock.now()
    const load = this.#recent.add(caller, now)
    this.#addCredit(now)
    if (!this.#isOverloaded && this.#credit < 0 && now - this.#expected > this.#lag) this.#begin()
    if (this.#isOverloaded && this.#credit < this.#creditFor(load)) return busy('The service is busy. Try again later.')
    const credit = this.#credit - this.#cost
    this.#credit = this.#isOverloaded ? credit : Math.max(-maximumDebt, credit)
    this.#window.admitted += 1
    return null
  }

  /** Takes a sample of the loop's lag. Must be called every 20 ms, by a timer of the loop. */
  sample(): void {
    const now = this.#clock.now()
    this.#addCredit(now)
    if (!this.#isOverloaded && now - this.#expected > this.#lag) this.#window.isBacklogGrowing = true
    if (this.#credit === maximumCredit) this.#isOverloaded = false
    this.#creditedUntil = now
    this.#expected = now + sampleInterval
    this.#measure(now)
  }

  /** The credit that must be left to admit a caller. @param load the caller's load, as `RecentLoad.add` returns it */
  #creditFor(load: number): number {
    const ofLight = this.#recent.heaviest >= heavyRequests ? this.#cost - lightDebt : this.#cost
    const ofHeavy = Math.max(this.#cost, reservedCredit)
    return ofLight + Math.min(1, load / heavyLoad) * (ofHeavy - ofLight)
  }

  #begin(): void {
    this.#isOverloaded = true
    // Cancels the debt, so that light callers do not pay for the heavy caller. The heavy caller is still rejected until
    // enough credit is left.
    if (this.#recent.heaviest >= heavyRequests) this.#credit = 0
    this.#window.isBacklogGrowing = true
  }

  /**
   * Adds credit for the time that has passed. Time for which the loop is late adds none: the loop works off its
   * backlog.
   */
  #addCredit(now: number): void {
    const until = Math.min(now, this.#expected + tolerance)
    if (until <= this.#creditedUntil) return
    this.#credit = Math.min(maximumCredit, this.#credit + (until - this.#creditedUntil) * targetUtilization)
    this.#creditedUntil = until
  }

  #measure(now: number): void {
    const { since, busy: before, admitted, isBacklogGrowing } = this.#window
    if (now - since < windowLength) return
    const spent = this.#clock.busy() - before
    const cost = spent / admitted
    // While a backlog grows, not all admitted operations are done: the measured cost is only a lower bound.
    if (admitted >= minimumAdmitted && (!isBacklogGrowing || cost > this.#cost))
      this.#cost += smoothing * (Math.min(cost, 2 * this.#cost) - this.#cost)
    this.#window = { since: now, busy: before + spent, admitted: 0, isBacklogGrowing: false }
  }
}
