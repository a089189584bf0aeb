import { onTestFinished, vi } from 'vitest'

/** A stopped clock. */
export interface StoppedClock {
  /** A value for the claim `exp` of a token that expires 3 s from now. */
  readonly soon: number
  /** Moves the clock forward. Timers and clocks of databases do not move. */
  advance(milliseconds: number): void
  resume(): void
}

/**
 * Stops `Date`, until the end of the test at the latest. A token that is about to expire then stays valid, however long
 * a busy machine takes to present it. Timers keep running.
 */
export function stopClock(): StoppedClock {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(resume)
  return { soon: Math.floor(Date.now() / 1_000) + 3, advance, resume }
}

/**
 * Stops `performance.now()` until the end of the test: a deadline on that clock is never reached. Timers keep running.
 */
export function stopPerformanceClock(): void {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(resume)
}

/** Timers and a clock that move only when a test moves them. */
export interface StoppedTimers {
  /** Moves timers and clock by this time (ms), then waits until the work that became due has run. */
  pass(milliseconds: number): Promise<void>
  /** Waits for a condition without moving timers or clock. (`expect.poll` would move them.) */
  until(condition: () => boolean): Promise<void>
}

/**
 * Stops `setTimeout` and `performance.now()` until the end of the test. undici keeps the first timer that it creates
 * for the life of the process, so make a call with undici before you stop the timers.
 */
export function stopTimers(): StoppedTimers {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(resume)
  return {
    async pass(milliseconds) {
      vi.advanceTimersByTime(milliseconds)
      await nextTurn()
    },
    async until(condition) {
      while (!condition()) await nextTurn()
    },
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function advance(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds)
}

function resume(): void {
  vi.useRealTimers()
}
