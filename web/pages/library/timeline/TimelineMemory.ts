import type { Environment } from 'relay-runtime'

/** What is remembered of a month while the page lives, so that coming back finds it as it was. */
export interface RememberedMonth {
  /** Width by height of the photos that were loaded. */
  readonly ratios: readonly number[]
  /** How often more were asked for. */
  readonly presses: number
  /** The month's revision when these photos were fetched. */
  readonly revision: number
  /** How many photos the month had then; null right after they were fetched again. */
  readonly count: number | null
}

const memories = new WeakMap<Environment, Map<string, RememberedMonth>>()

/** The remembered months of one sign-in, by the id of the month. */
export function timelineMemory(environment: Environment): Map<string, RememberedMonth> {
  const memory = memories.get(environment) ?? new Map<string, RememberedMonth>()
  memories.set(environment, memory)
  return memory
}
