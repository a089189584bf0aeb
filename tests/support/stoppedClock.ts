import { onTestFinished, vi } from 'vitest'

/** A clock that stands still. */
export interface StoppedClock {
  /** When a token ends that is about to, as its claim `exp` has it. */
  readonly soon: number
  goOn(): void
}

/**
 * Stops the clock, until the end of the test at the latest: a token that is about to end is good however long a busy
 * machine takes to hand it in, while what is left of its time passes as ever.
 */
export function stopClock(): StoppedClock {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(goOn)
  return { soon: Math.floor(Date.now() / 1_000) + 3, goOn }
}

function goOn(): void {
  vi.useRealTimers()
}
