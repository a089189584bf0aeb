import type { Environment } from 'relay-runtime'

/** What is remembered of a month while the page lives, so that coming back finds it as it was. */
export interface RememberedMonth {
  /** Width by height of the photos that were loaded. */
  readonly ratios: readonly number[]
  /** How often more were asked for. */
  readonly presses: number
  /** The month's revision that these photos are of. */
  readonly revision: number
}

const memories = new WeakMap<Environment, Map<string, RememberedMonth>>()

/** The remembered months of one sign-in, by the id of the month. */
export function timelineMemory(environment: Environment): Map<string, RememberedMonth> {
  const memory = memories.get(environment) ?? new Map<string, RememberedMonth>()
  memories.set(environment, memory)
  return memory
}
