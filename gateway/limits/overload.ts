import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import type { GraphQLError } from 'graphql'
import { busy } from './refusals.ts'

/** Milliseconds between two looks at the event loop. */
const tick = 20
/** Looks that must find the loop late, one after the other: a single pause, such as for garbage, is no overload. */
const lateLooks = 2
/** Milliseconds by which a look may be late while operations are refused: about two of them in one turn. */
const tolerance = 10
/** Milliseconds of the loop's time from which the cost of an operation is worked out. */
const window = 200
/** How much a new window counts against those before it. */
const freshness = 0.3
/** Operations of a window without which it says nothing. */
const leastAdmitted = 5
/** The share of the loop's time that may be given away: the rest is what lets a backlog go down. */
const target = 0.95
/** Milliseconds of the loop's time that may be saved up. */
const allowance = 100
/** Milliseconds that an operation is thought to take of the loop before any was measured. */
const firstGuess = 2

/**
 * Refuses operations when the event loop cannot keep up, so that those that are taken on are still answered in time
 * (docs/decisions/0207).
 *
 * The loop's time is given away like money: it comes in as time passes, each operation takes what operations took lately,
 * and what is not used is saved, up to `allowance`. Overload begins when the savings are used up and the loop lags; it ends
 * when half of them are there again. In between, an operation is taken on when there is money for it. Since the cost is
 * measured as the loop's busy time by operations, it contains what refusing costs, and whatever else the loop does.
 */
export class Overload {
  readonly #lag: number
  readonly #timer: NodeJS.Timeout
  #isOverloaded = false
  #savings = allowance
  #cost = firstGuess
  #earnedUntil = performance.now()
  #expected = performance.now() + tick
  #late = 0
  #window: EventLoopUtilization = performance.eventLoopUtilization()
  #admitted = 0

  /** @param lag milliseconds that work may wait for the event loop without anything being refused */
  constructor(lag: number) {
    this.#lag = lag
    this.#timer = setInterval(() => this.#look(), tick).unref()
  }

  /** @returns null when one more operation is taken on, which then counts; else OVERLOADED with `extensions.retryAfter` */
  refuse(): GraphQLError | null {
    if (this.#isOverloaded) {
      this.#earn()
      if (this.#savings < this.#cost) return busy('The service is busy. Try again later.')
    }
    this.#savings -= this.#cost
    this.#admitted += 1
    return null
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #earn(): void {
    const now = performance.now()
    this.#savings = Math.min(allowance, this.#savings + (now - this.#earnedUntil) * target)
    this.#earnedUntil = now
  }

  #look(): void {
    const now = performance.now()
    const lateness = now - this.#expected
    this.#expected = now + tick
    this.#earn()
    this.#late = lateness > this.#lag ? this.#late + 1 : 0
    if (this.#isOverloaded) {
      // By this time there is a backlog, which was not paid for.
      this.#savings -= Math.max(0, lateness - tolerance)
      if (this.#savings > allowance / 2) this.#isOverloaded = false
    } else if (this.#late >= lateLooks && this.#savings < this.#cost) {
      this.#isOverloaded = true
    }
    this.#savings = Math.max(this.#savings, -allowance)
    this.#measure()
  }

  #measure(): void {
    const { active, idle } = performance.eventLoopUtilization(this.#window)
    if (active + idle < window) return
    if (this.#admitted >= leastAdmitted) this.#cost += freshness * (active / this.#admitted - this.#cost)
    this.#window = performance.eventLoopUtilization()
    this.#admitted = 0
  }
}
