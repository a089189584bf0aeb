import type { GatewayConfig } from '../config.ts'
import { GatewayMetrics, refusalOf } from './metrics.ts'
import {
  type OperationObservation,
  type OperationSummary,
  type OperationWatcher,
  type Transport,
  observeOperation,
  outcomesOf,
} from './observation.ts'
import { TokenRefused, type TokenVerifier } from '../tokens.ts'
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
  readonly metrics: GatewayMetrics
  readonly #tracer: OperationTracer | undefined
  readonly #log: OperationWatcher

  private constructor(metrics: GatewayMetrics, log: OperationLog, tracer?: OperationTracer) {
    this.metrics = metrics
    this.#tracer = tracer
    this.#log = {
      // What is turned away is counted only: a flood is not to flood the log.
      ended: (summary) => refusalOf(summary) ?? log.info(lineOf(summary), 'operation'),
    }
  }

  /** Loads OpenTelemetry only when there is a collector. */
  static async start(config: GatewayConfig, log: OperationLog): Promise<Telemetry> {
    const { endpoint, share } = config.tracing
    const metrics = new GatewayMetrics(config.maximumCost)
    if (endpoint === undefined) return new Telemetry(metrics, log)
    const { createTracer } = await import('./tracing.ts')
    const onExport = (outcome: 'taken' | 'lost') => metrics.spansExported(outcome)
    return new Telemetry(metrics, log, createTracer({ endpoint, share, upstreams: config.upstreams, onExport }))
  }

  /** Begins observing an operation; who begins must finish. */
  observe({ transport, correlationId, traceparent }: OperationOrigin): OperationObservation {
    this.metrics.began(transport)
    const watchers: OperationWatcher[] = [this.metrics, this.#log]
    if (this.#tracer) watchers.push(this.#tracer.begin(transport, correlationId, traceparent))
    return observeOperation(transport, correlationId, watchers)
  }

  /** Counts what was turned away before it could become an operation. */
  turnedAway(error: unknown): void {
    const reason =
      error instanceof TokenRefused ? 'token' : refusalOf({ type: 'unknown', outcomes: outcomesOf([error]) })
    if (reason) this.metrics.refused(reason)
  }

  /** Counts the tokens that a verifier refuses. */
  countRefusals(tokens: TokenVerifier): TokenVerifier {
    const count = (error: unknown): never => {
      this.turnedAway(error)
      throw error
    }
    return { verify: (token) => tokens.verify(token).catch(count) }
  }

  async close(): Promise<void> {
    await this.#tracer?.close()
  }
}

/** Undefined fields are left out. */
function lineOf({ events, type, upstreams, ...rest }: OperationSummary): object {
  return { ...rest, type, upstreams, ...(type === 'subscription' && { events }) }
}
