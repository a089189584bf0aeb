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
import { type OperationLog, RefusalLog } from './refusalLog.ts'
import { TokenRefused, type TokenVerifier } from '../tokens.ts'
import type { OperationTracer } from './tracing.ts'

/** Where an operation came from. */
export interface OperationOrigin {
  readonly transport: Transport
  readonly correlationId: string
  /** The caller's W3C `traceparent` header. */
  readonly traceparent?: string | undefined
}

/** Metrics, log lines and, with a collector, traces of the gateway's work. */
export class Telemetry {
  readonly metrics: GatewayMetrics
  readonly #tracer: OperationTracer | undefined
  readonly #log: OperationWatcher
  readonly #refusals: RefusalLog

  private constructor(
    maximumCost: number,
    log: OperationLog,
    createTracer?: (telemetry: Telemetry) => OperationTracer,
  ) {
    this.#refusals = new RefusalLog(log)
    this.metrics = new GatewayMetrics(maximumCost, (reason) => this.#refusals.count(reason))
    this.#tracer = createTracer?.(this)
    this.#log = {
      // Refusals are counted, and logged together: a flood of requests must not flood the log.
      ended: (summary) => refusalOf(summary) ?? log.info(lineOf(summary), 'operation'),
    }
  }

  /** Starts telemetry. Loads OpenTelemetry only when a collector is configured. */
  static async start(config: GatewayConfig, log: OperationLog): Promise<Telemetry> {
    const { endpoint, share } = config.tracing
    if (endpoint === undefined) return new Telemetry(config.maximumCost, log)
    const { createTracer } = await import('./tracing.ts')
    return new Telemetry(config.maximumCost, log, ({ metrics }) => {
      const onExport = (outcome: 'taken' | 'lost') => metrics.spansExported(outcome)
      return createTracer({ endpoint, share, upstreams: config.upstreams, onExport })
    })
  }

  /** Starts to observe an operation, together with `watcher`. The caller must finish the observation. */
  observe({ transport, correlationId, traceparent }: OperationOrigin, watcher: OperationWatcher): OperationObservation {
    this.metrics.began(transport)
    const watchers: OperationWatcher[] = [this.metrics, this.#log, watcher]
    if (this.#tracer) watchers.push(this.#tracer.begin(transport, correlationId, traceparent))
    return observeOperation(transport, correlationId, watchers)
  }

  /** Counts a request that was refused before it became an operation. */
  countRefusedRequest(error: unknown): void {
    const reason =
      error instanceof TokenRefused ? 'token' : refusalOf({ type: 'unknown', outcomes: outcomesOf([error]) })
    if (reason) this.metrics.refused(reason)
  }

  /** Wraps a verifier to count the tokens that it refuses. */
  countRefusals(tokens: TokenVerifier): Pick<TokenVerifier, 'verify'> {
    const count = (error: unknown): never => {
      this.countRefusedRequest(error)
      throw error
    }
    return { verify: (token) => tokens.verify(token).catch(count) }
  }

  async close(): Promise<void> {
    this.#refusals.write()
    await this.#tracer?.close()
  }
}

/** The log line of an operation. Only subscriptions have `events`. */
function lineOf({ events, type, upstreams, ...rest }: OperationSummary): object {
  return { ...rest, type, upstreams, ...(type === 'subscription' && { events }) }
}
