import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { MetricReadings } from '../metricsRoute.ts'

/**
 * Why a request was refused: the limit of an address group, of an account, or of all requests in progress; or the
 * client stopped before its request was complete.
 */
export type RefusalKind = 'address' | 'account' | 'all' | 'slow'

/** A refused request. */
export interface Refusal {
  readonly service: string
  readonly kind: RefusalKind
  /** The address group or account. Never logged in the clear. */
  readonly caller: string
}

/** A caller is logged at most once in this time (ms). */
const pauseMilliseconds = 60_000
/** Maximum number of log lines in this time, so that a flood from many addresses does not flood the log. */
const maximumLines = 100

/** Counts refused requests, and logs them: at most one line per caller and minute, and 100 lines per minute in all. */
export class Refusals {
  readonly #log: Logger
  readonly #hash: (text: string) => string
  readonly #counts = new Map<string, { readonly service: string; readonly kind: RefusalKind; count: number }>()
  readonly #logged: LRUCache<string, true>

  /** @param options.hash a keyed hash, so that the log names no address and no account */
  constructor(options: { readonly log: Logger; readonly hash: (text: string) => string; readonly now?: () => number }) {
    this.#log = options.log
    this.#hash = options.hash
    const { now = () => performance.now() } = options
    this.#logged = new LRUCache({ max: maximumLines, ttl: pauseMilliseconds, ttlResolution: 0, perf: { now } })
  }

  get readings(): readonly MetricReadings[] {
    const readings = [...this.#counts.values()].map(({ service, kind, count }) => ({
      labels: { service, kind },
      value: count,
    }))
    return [{ name: 'services_refusals_total', type: 'counter', help: 'Refused requests of this process.', readings }]
  }

  add({ service, kind, caller }: Refusal): void {
    const name = `${service} ${kind}`
    const counted = this.#counts.get(name) ?? { service, kind, count: 0 }
    counted.count += 1
    this.#counts.set(name, counted)
    const key = `${name} ${caller}`
    if (this.#logged.has(key)) return
    if (this.#logged.size >= maximumLines) this.#logged.purgeStale()
    if (this.#logged.size >= maximumLines) return
    this.#logged.set(key, true)
    this.#log.warn({ service, kind, caller: this.#hash(caller) }, 'requests are refused')
  }
}
