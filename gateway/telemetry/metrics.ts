import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client'
import type { CallWatcher } from '../upstream/call.ts'
import type { OperationFacts, OperationSummary, OperationWatcher, Transport } from './observation.ts'
import { PreparedHistogram } from './preparedHistogram.ts'
import { type Reading, Tally } from './tally.ts'

/**
 * Why a request, an operation or a connection was refused. `form`: the request is not a GraphQL request. `slow`: the
 * client stopped before the request was complete.
 */
export type RefusalReason = 'rate' | 'overload' | 'cost' | 'token' | 'origin' | 'form' | 'slow'

const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const costs = [10, 30, 100, 300, 1_000, 3_000, 10_000]

const reasons = new Map<string, RefusalReason>([
  ['RATE_LIMITED', 'rate'],
  ['OVERLOADED', 'overload'],
])

/** Why an operation was refused before its document was parsed; undefined when it was not refused. */
export function refusalOf({ type, outcomes }: Pick<OperationSummary, 'type' | 'outcomes'>): RefusalReason | undefined {
  return type === 'unknown' ? reasons.get(outcomes[0] ?? '') : undefined
}

let processRegistry: Registry | undefined

/**
 * Metrics of the process (CPU, memory, event loop, garbage collection). Registered once, even if the process runs
 * several gateways.
 */
function processMetrics(): Registry {
  if (processRegistry) return processRegistry
  processRegistry = new Registry()
  collectDefaultMetrics({ register: processRegistry })
  return processRegistry
}

/**
 * The metrics for Prometheus; docs/operations.md describes each. Every label has few values: only documents of our own
 * client build are named. What each operation or call changes is counted here, and given to prom-client when the metrics
 * are printed (docs/decisions/0210).
 */
export class GatewayMetrics implements OperationWatcher {
  readonly registry = new Registry()
  readonly #duration = this.#histogram('gateway_operation_duration_seconds', 'Duration of operations', {
    labelNames: ['document', 'type', 'transport', 'outcome'],
    buckets: durations,
  })
  readonly #cost = this.#histogram('gateway_operation_cost', 'Cost of operations by the cost model', {
    labelNames: ['document'],
    buckets: costs,
  })
  readonly #running = this.#tally('gateway_operations_running', 'Running operations', 'transport', 'gauge')
  readonly #subscriptions = this.#gauge('gateway_subscriptions_open', 'Open subscriptions', ['transport'])
  readonly #delivered = this.#tally('gateway_events_delivered_total', 'Delivered subscription events', 'transport')
  readonly #refusals = this.#counter('gateway_refusals_total', 'Refused operations and connections', ['reason'])
  readonly #calls = this.#histogram(
    'gateway_upstream_call_duration_seconds',
    'Duration of upstream calls, with retries',
    {
      labelNames: ['upstream', 'outcome'],
      buckets: durations,
    },
  )
  readonly #requests = this.#tally('gateway_upstream_requests_total', 'Requests sent to upstreams', 'upstream')
  readonly #retries = this.#counter('gateway_upstream_retries_total', 'Retried requests to upstreams', ['upstream'])
  readonly #maximumCost: number
  readonly #onRefused: (reason: RefusalReason) => void
  readonly #exports = this.#counter('gateway_trace_exports_total', 'Exported batches of spans', ['outcome'])

  /** Observes every upstream call. */
  readonly calls: CallWatcher = {
    upstreamCall: ({ upstream, outcome, milliseconds, attempts }) => {
      this.#calls.series(upstream, outcome).observe(milliseconds / 1_000)
      if (attempts > 0) this.#requests.add(upstream, attempts)
      if (attempts > 1) this.#retries.inc({ upstream }, attempts - 1)
    },
  }

  /**
   * @param maximumCost the cost limit; operations above it were refused
   * @param onRefused called after each refusal was counted
   */
  constructor(maximumCost: number, onRefused: (reason: RefusalReason) => void) {
    this.#maximumCost = maximumCost
    this.#onRefused = onRefused
  }

  began(transport: Transport): void {
    this.#running.add(transport, 1)
  }

  identified({ type }: OperationFacts, transport: Transport): void {
    if (type === 'subscription') this.#subscriptions.inc({ transport })
  }

  delivered(transport: Transport): void {
    this.#delivered.add(transport, 1)
  }

  ended(operation: OperationSummary): void {
    const { transport, document, type, outcomes, milliseconds, cost } = operation
    this.#running.add(transport, -1)
    if (type === 'subscription') this.#subscriptions.dec({ transport })
    this.#duration.series(document, type, transport, outcomes[0] ?? 'OK').observe(milliseconds / 1_000)
    const refused = refusalOf(operation)
    if (refused) this.refused(refused)
    if (cost === undefined) return
    this.#cost.series(document).observe(cost)
    if (cost > this.#maximumCost) this.refused('cost')
  }

  refused(reason: RefusalReason): void {
    this.#refusals.inc({ reason })
    this.#onRefused(reason)
  }

  spansExported(outcome: 'taken' | 'lost'): void {
    this.#exports.inc({ outcome })
  }

  /** Adds a gauge that is read when metrics are scraped. */
  watch(name: string, help: string, labelNames: readonly string[], read: () => readonly Reading[]): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.registry],
      collect() {
        gauge.reset()
        for (const { labels, value } of read()) gauge.set(labels, value)
      },
    })
  }

  /** Adds a counter that is kept elsewhere and read when metrics are scraped. */
  watchTotal(name: string, help: string, labelNames: readonly string[], read: () => readonly Reading[]): void {
    const counter: Counter = new Counter({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.registry],
      collect() {
        counter.reset()
        for (const { labels, value } of read()) counter.inc(labels, value)
      },
    })
  }

  /** Prints all metrics in the text format of Prometheus. */
  async print(): Promise<{ type: string; text: string }> {
    const texts = await Promise.all([this.registry.metrics(), processMetrics().metrics()])
    return { type: this.registry.contentType, text: texts.join('\n') }
  }

  #counter(name: string, help: string, labelNames: string[]): Counter {
    return new Counter({ name, help, labelNames, registers: [this.registry] })
  }

  #gauge(name: string, help: string, labelNames: string[]): Gauge {
    return new Gauge({ name, help, labelNames, registers: [this.registry] })
  }

  #histogram<Label extends string>(name: string, help: string, options: { labelNames: Label[]; buckets: number[] }) {
    return new PreparedHistogram<Label>({ name, help, registers: [this.registry], ...options })
  }

  /** A counter or gauge with one label. */
  #tally(name: string, help: string, label: string, kind: 'counter' | 'gauge' = 'counter'): Tally {
    const tally = new Tally()
    const read = () => tally.readings(label)
    if (kind === 'gauge') this.watch(name, help, [label], read)
    else this.watchTotal(name, help, [label], read)
    return tally
  }
}
