import { onTestFinished, vi } from 'vitest'

/** A stopped clock. */
export interface StoppedClock {
  /** A value for the claim `exp` of a token that expires 3 s from now. */
  readonly soon: number
  /** Moves the clock forward. Clocks of databases do not move. */
  advance(milliseconds: number): void
  resume(): void
}

/**
 * Stops a clock, until the end of the test at the latest. A token that is about to expire then stays valid, and a deadline
 * is not reached, however long a busy machine takes. Timers keep running.
 */
export function stopClock(clock: 'Date' | 'performance' = 'Date'): StoppedClock {
  vi.useFakeTimers({ toFake: [clock] })
  onTestFinished(resume)
  const advance = (milliseconds: number) => {
    vi.setSystemTime(Date.now() + milliseconds)
  }
  return { soon: Math.floor(Date.now() / 1_000) + 3, advance, resume }
}

function resume(): void {
  vi.useRealTimers()
}
