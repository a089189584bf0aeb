import { performance } from 'node:perf_hooks'
import type { GraphQLError } from 'graphql'
import type { OverloadGuard } from './admission.ts'
import { busy } from './refusals.ts'

/** Milliseconds between two looks at the event loop. */
const tick = 20
/** Milliseconds by which a look may be late for nothing: some operations are in every turn of the loop. */
const tolerance = 10
/** Milliseconds from which the cost of an operation is worked out. */
const window = 200
/** How much a new window counts against those before it. */
const freshness = 0.3
/** Operations of a window without which it says nothing. */
const leastAdmitted = 5
/** The share of the loop's time that may be given away: the rest is what lets a backlog go down. */
const target = 0.95
/** Milliseconds of the loop's time that may be saved up, for what comes in at once, such as all tabs of a customer. */
const maximumSavings = 50
/** Milliseconds of it that may be owed. */
const maximumDebt = 50
/** Milliseconds that an operation is thought to take of the loop before any was measured. */
const firstGuess = 2

/** What overload is judged by, in milliseconds. */
export interface LoopClock {
  /** Never goes back. */
  now(): number
  /** How long the event loop has been busy, since some moment. */
  busy(): number
}

const loopClock: LoopClock = {
  now: () => performance.now(),
  busy: () => performance.eventLoopUtilization().active,
}

/**
 * Refuses operations when the event loop cannot keep up, so that those that are taken on are still answered in time
 * (docs/decisions/0207).
 *
 * The loop's time is given away like money. It comes in as time passes, unless the loop is late: then it works off what it
 * took on before. Each operation takes what operations took lately, and what is not used is saved up to a bound. Overload
 * begins when there is nothing left and the loop lags, and ends when as much as may be saved is there again; in
 * between, an operation is taken on when there is money for it. The cost of an operation is the loop's busy time by the
 * operations taken on, so it contains what refusing costs, and whatever else the loop does.
 */
export class Overload implements OverloadGuard {
  readonly #lag: number
  readonly #clock: LoopClock
  #isOverloaded = false
  #savings = maximumSavings
  #cost = firstGuess
  #earnedUntil: number
  #expected: number
  #window: { since: number; busy: number; admitted: number; isFilling: boolean }

  /** @param lag milliseconds that work may wait for the event loop without anything being refused */
  constructor(lag: number, clock: LoopClock = loopClock) {
    const now = clock.now()
    this.#lag = lag
    this.#clock = clock
    this.#earnedUntil = now
    this.#expected = now + tick
    this.#window = { since: now, busy: clock.busy(), admitted: 0, isFilling: false }
  }

  /** Looks at the loop from now on. @returns what ends that */
  watch(): () => void {
    const timer = setInterval(() => this.look(), tick).unref()
    return () => clearInterval(timer)
  }

  /** @returns null when one more operation is taken on, which then counts; else OVERLOADED with `extensions.retryAfter` */
  refuse(): GraphQLError | null {
    const now = this.#clock.now()
    this.#earn(now)
    if (!this.#isOverloaded && this.#savings < 0 && now - this.#expected > this.#lag) this.#begin()
    if (this.#isOverloaded && this.#savings < this.#cost) return busy('The service is busy. Try again later.')
    this.#savings = Math.max(-maximumDebt, this.#savings - this.#cost)
    this.#window.admitted += 1
    return null
  }

  /** To be called every 20 ms, by a timer of the loop. */
  look(): void {
    const now = this.#clock.now()
    this.#earn(now)
    if (!this.#isOverloaded && now - this.#expected > this.#lag) this.#window.isFilling = true
    if (this.#savings === maximumSavings) this.#isOverloaded = false
    this.#earnedUntil = now
    this.#expected = now + tick
    this.#measure(now)
  }

  #begin(): void {
    this.#isOverloaded = true
    this.#window.isFilling = true
  }

  /** While the loop is late, it works off what was taken on before: that time is spent. */
  #earn(now: number): void {
    const until = Math.min(now, this.#expected + tolerance)
    if (until <= this.#earnedUntil) return
    this.#savings = Math.min(maximumSavings, this.#savings + (until - this.#earnedUntil) * target)
    this.#earnedUntil = until
  }

  #measure(now: number): void {
    const { since, busy: before, admitted, isFilling } = this.#window
    if (now - since < window) return
    const spent = this.#clock.busy() - before
    const cost = spent / admitted
    // While a backlog fills, more is taken on than done: an operation costs at least so much.
    if (admitted >= leastAdmitted && (!isFilling || cost > this.#cost))
      this.#cost += freshness * (Math.min(cost, 2 * this.#cost) - this.#cost)
    this.#window = { since: now, busy: before + spent, admitted: 0, isFilling: false }
  }
}
