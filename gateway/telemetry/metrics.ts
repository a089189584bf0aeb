import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { CallWatcher } from '../upstream/call.ts'
import type { OperationFacts, OperationSummary, OperationWatcher, Transport } from './observation.ts'

/** Why an operation, or a connection, was not taken on. */
export type RefusalReason = 'rate' | 'overload' | 'cost' | 'token'

/** One value of a gauge, by labels. */
export interface Reading {
  readonly labels: Record<string, string>
  readonly value: number
}

const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const costs = [10, 30, 100, 300, 1_000, 3_000, 10_000]

const reasons = new Map<string, RefusalReason>([
  ['RATE_LIMITED', 'rate'],
  ['OVERLOADED', 'overload'],
])

/** Why an operation was turned away before its document was looked at; undefined: it was not. */
export function refusalOf({ type, outcomes }: Pick<OperationSummary, 'type' | 'outcomes'>): RefusalReason | undefined {
  return type === 'unknown' ? reasons.get(outcomes[0] ?? '') : undefined
}

let processRegistry: Registry | undefined

/** CPU, memory, event loop and collections are the process's, however many gateways it holds. */
function processMetrics(): Registry {
  if (processRegistry) return processRegistry
  processRegistry = new Registry()
  collectDefaultMetrics({ register: processRegistry })
  return processRegistry
}

/**
 * What Prometheus is told; docs/operations.md says what each of it means. Every label has few values: names of
 * documents are those that our own client was built with. Observing costs 0.1 to 0.5 µs each (docs/decisions/0210).
 */
export class GatewayMetrics implements OperationWatcher {
  readonly registry = new Registry()
  readonly #duration = this.#histogram('gateway_operation_duration_seconds', 'Operations, from asking to the end', {
    labelNames: ['document', 'type', 'transport', 'outcome'],
    buckets: durations,
  })
  readonly #cost = this.#histogram('gateway_operation_cost', 'What operations cost, by the cost model', {
    labelNames: ['document'],
    buckets: costs,
  })
  readonly #running = this.#gauge('gateway_operations_running', 'Operations that have not ended', ['transport'])
  readonly #subscriptions = this.#gauge('gateway_subscriptions_open', 'Subscriptions that are open', ['transport'])
  readonly #delivered = this.#counter('gateway_events_delivered_total', 'Events of subscriptions', ['transport'])
  readonly #refusals = this.#counter('gateway_refusals_total', 'Operations and connections not taken on', ['reason'])
  readonly #calls = this.#histogram('gateway_upstream_call_duration_seconds', 'Calls, retries included', {
    labelNames: ['upstream', 'outcome'],
    buckets: durations,
  })
  readonly #requests = this.#counter('gateway_upstream_requests_total', 'Requests sent for calls', ['upstream'])
  readonly #retries = this.#counter('gateway_upstream_retries_total', 'Requests that were not the first', ['upstream'])
  readonly #maximumCost: number
  readonly #exports = this.#counter('gateway_trace_exports_total', 'Batches of spans, by outcome', ['outcome'])

  /** Is to be told of every call to an upstream. */
  readonly calls: CallWatcher = {
    upstreamCall: ({ upstream, outcome, milliseconds, attempts }) => {
      this.#calls.observe({ upstream, outcome }, milliseconds / 1_000)
      if (attempts > 0) this.#requests.inc({ upstream }, attempts)
      if (attempts > 1) this.#retries.inc({ upstream }, attempts - 1)
    },
  }

  /** @param maximumCost what operations may cost: those beyond it were refused */
  constructor(maximumCost: number) {
    this.#maximumCost = maximumCost
  }

  began(transport: Transport): void {
    this.#running.inc({ transport })
  }

  identified({ type }: OperationFacts, transport: Transport): void {
    if (type === 'subscription') this.#subscriptions.inc({ transport })
  }

  delivered(transport: Transport): void {
    this.#delivered.inc({ transport })
  }

  ended(operation: OperationSummary): void {
    const { transport, document, type, outcomes, milliseconds, cost } = operation
    this.#running.dec({ transport })
    if (type === 'subscription') this.#subscriptions.dec({ transport })
    this.#duration.observe({ document, type, transport, outcome: outcomes[0] ?? 'OK' }, milliseconds / 1_000)
    const refused = refusalOf(operation)
    if (refused) this.refused(refused)
    if (cost === undefined) return
    this.#cost.observe({ document }, cost)
    if (cost > this.#maximumCost) this.refused('cost')
  }

  refused(reason: RefusalReason): void {
    this.#refusals.inc({ reason })
  }

  spansExported(outcome: 'taken' | 'lost'): void {
    this.#exports.inc({ outcome })
  }

  /** Adds a gauge whose values are read when somebody asks for the metrics. */
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

  /** The same for a count that something else keeps, and that only rises. */
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

  /** In the text format of Prometheus. */
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

  #histogram(name: string, help: string, options: { labelNames: string[]; buckets: number[] }): Histogram {
    return new Histogram({ name, help, registers: [this.registry], ...options })
  }
}
