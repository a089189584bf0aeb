import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import type { GraphQLError } from 'graphql'
import { busy } from './refusals.ts'

/** Milliseconds between two looks at the event loop. */
const tick = 20
/** Milliseconds of the loop's time from which the cost of an operation is worked out. */
const window = 200
/** How much a new window counts against those before it. */
const freshness = 0.3
/** Operations of a window without which it says nothing. */
const leastAdmitted = 5
/** The share of the loop's time that may be given away: the rest is what lets a backlog go down. */
const target = 0.95
/** From this share on, the loop counts as busy: below it nothing is refused, whatever was reckoned. */
const busyShare = 0.8
/** Milliseconds that an operation is thought to take of the loop before any was measured. */
const firstGuess = 2
/** Milliseconds by which a timer may be late for nothing. */
const tolerance = 10

/**
 * Refuses operations when the event loop cannot keep up, so that those that are taken on are still answered in time.
 *
 * The loop's time is given away like money (docs/decisions/0207): it comes in as time passes, each operation takes what
 * operations took lately, and what is not used is saved, up to `allowance`, for bursts. In debt, operations are refused, as
 * long as the loop is really busy. Time by which the loop's own timer is late was spent before, so it is taken back.
 */
export class Overload {
  readonly #allowance: number
  readonly #timer: NodeJS.Timeout
  #savings: number
  #cost = firstGuess
  #spentUntil = performance.now()
  #expected = performance.now() + tick
  #sample: EventLoopUtilization = performance.eventLoopUtilization()
  #windowStart: EventLoopUtilization = this.#sample
  #admitted = 0

  /** @param allowance milliseconds of work that may come in at once after a rest: by so much the loop may lag */
  constructor(allowance: number) {
    this.#allowance = allowance
    this.#savings = allowance
    this.#timer = setInterval(() => this.#look(), tick).unref()
  }

  /** @returns null when one more operation is taken on, which then counts; else OVERLOADED with `extensions.retryAfter` */
  refuse(): GraphQLError | null {
    this.#earn()
    if (this.#savings < this.#cost && this.#isBusy()) return busy('The service is busy. Try again later.')
    this.#savings -= this.#cost
    this.#admitted += 1
    return null
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #earn(): void {
    const now = performance.now()
    this.#savings = Math.min(this.#allowance, this.#savings + (now - this.#spentUntil) * target)
    this.#spentUntil = now
  }

  /** Since the last look, or over the last tick when that was just now. */
  #isBusy(): boolean {
    return performance.eventLoopUtilization(this.#sample).utilization >= busyShare
  }

  #look(): void {
    const now = performance.now()
    this.#earn()
    this.#savings = Math.max(-this.#allowance, this.#savings - Math.max(0, now - this.#expected - tolerance))
    this.#expected = now + tick
    this.#sample = performance.eventLoopUtilization()
    const { active, idle } = performance.eventLoopUtilization(this.#sample, this.#windowStart)
    if (active + idle < window) return
    if (this.#admitted >= leastAdmitted) this.#cost += freshness * (active / this.#admitted - this.#cost)
    this.#windowStart = this.#sample
    this.#admitted = 0
  }
}
