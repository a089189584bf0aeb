import type { BenchOptions } from '../result.ts'

/** How much the gateway's benchmark measures. */
export interface Scale {
  /** The number of customers. Each listener has a customer of its own, and so has each idle subscription. */
  readonly customers: number
  readonly processorTime: {
    /** The number of slices before the measurement, which are not counted. */
    readonly warmUps: number
    /** The number of measured slices for each server. */
    readonly slices: number
    readonly sliceMilliseconds: number
  }
  readonly latency: { readonly blocks: number; readonly blockSeconds: number }
  readonly memory: {
    /** Subscriptions opened before the measurement, because the first ones also allocate shared memory. */
    readonly openedBefore: number
    readonly added: number
  }
  readonly events: {
    readonly listeners: number
    /** A high rate, in facts (changes of a library) per second. */
    readonly busyRate: number
    /** A low rate, in facts per second, at which the gateway usually wakes up for each fact. */
    readonly quietRate: number
    readonly warmUps: number
    readonly slices: number
    readonly sliceMilliseconds: number
  }
  /** How long a server is idle before its memory is read, in milliseconds. */
  readonly restMilliseconds: number
  readonly profileMilliseconds: number
  /** Settings of the gateway. */
  readonly settings: Readonly<Record<string, string>>
}

const full: Scale = {
  customers: 2_200,
  processorTime: { warmUps: 3, slices: 10, sliceMilliseconds: 1_000 },
  latency: { blocks: 5, blockSeconds: 6 },
  memory: { openedBefore: 200, added: 2_000 },
  // The facts for one listener are so far apart that the gateway rarely gathers two of them into one event.
  events: { listeners: 2_000, busyRate: 3_000, quietRate: 500, warmUps: 3, slices: 8, sliceMilliseconds: 1_000 },
  restMilliseconds: 4_000,
  profileMilliseconds: 4_000,
  settings: {},
}

const small: Scale = {
  customers: 40,
  processorTime: { warmUps: 0, slices: 2, sliceMilliseconds: 100 },
  latency: { blocks: 1, blockSeconds: 0.5 },
  memory: { openedBefore: 5, added: 10 },
  // In a slice, each listener gets at most one fact.
  events: { listeners: 40, busyRate: 400, quietRate: 200, warmUps: 0, slices: 1, sliceMilliseconds: 100 },
  restMilliseconds: 50,
  profileMilliseconds: 100,
  // A small run shares the machine with other tests, so its calls may take long.
  settings: { UPSTREAM_TIMEOUT: '30000', OPERATION_TIMEOUT: '40000' },
}

export function scaleOf(options: BenchOptions): Scale {
  return options.small ? small : full
}
