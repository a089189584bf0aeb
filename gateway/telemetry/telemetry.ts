import type { GatewayConfig } from '../config.ts'
import { GatewayMetrics, type RefusalReason } from './metrics.ts'
import {
  type OperationObservation,
  type OperationSummary,
  type OperationWatcher,
  type Transport,
  observeOperation,
} from './observation.ts'
import type { OperationTracer } from './tracing.ts'

/** What the lines about operations are written to; pino's shape. */
export interface OperationLog {
  info(fields: object, message: string): void
}

/** What an operation came with. */
export interface OperationOrigin {
  readonly transport: Transport
  readonly correlationId: string
  /** The W3C `traceparent` of the caller, if it sent one. */
  readonly traceparent?: string | undefined
}

/** All that is told of the gateway's work: metrics, log lines and, if there is a collector, traces. */
export class Telemetry {
  readonly metrics = new GatewayMetrics()
  readonly #tracer: OperationTracer | undefined
  readonly #log: OperationWatcher

  private constructor(log: OperationLog, tracer: (metrics: GatewayMetrics) => OperationTracer | undefined) {
    this.#log = { upstreamCall: () => undefined, ended: (summary) => log.info(lineOf(summary), 'operation') }
    this.#tracer = tracer(this.metrics)
  }

  /** Loads OpenTelemetry only when there is a collector. */
  static async start(config: GatewayConfig, log: OperationLog): Promise<Telemetry> {
    const { endpoint, share } = config.tracing
    if (endpoint === undefined) return new Telemetry(log, () => undefined)
    const { createTracer } = await import('./tracing.ts')
    const upstreamUrls = { photos: config.photosUrl, site: config.siteUrl, identity: config.identityUrl }
    return new Telemetry(log, (metrics) => {
      return createTracer({ endpoint, share, upstreamUrls, onExport: (outcome) => metrics.spansExported(outcome) })
    })
  }

  /** Begins observing an operation; who begins must finish. */
  observe({ transport, correlationId, traceparent }: OperationOrigin): OperationObservation {
    this.metrics.began(transport)
    const watchers: OperationWatcher[] = [this.metrics, this.#log]
    if (this.#tracer) watchers.push(this.#tracer.begin(transport, correlationId, traceparent))
    return observeOperation(transport, correlationId, watchers)
  }

  /** Something was not taken on; it is counted, and nothing is logged, so that a flood does not flood the log. */
  refused(reason: RefusalReason): void {
    this.metrics.refused(reason)
  }

  async close(): Promise<void> {
    await this.#tracer?.close()
  }
}

/** Undefined fields are left out. */
function lineOf({ events, type, upstreams, ...rest }: OperationSummary): object {
  return { ...rest, type, upstreams, ...(type === 'subscription' && { events }) }
}
