import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  isSpanContextValid,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { ObservedCall } from '../upstream/call.ts'
import type { OperationSummary, OperationWatcher, Transport } from './observation.ts'

/** Options of the tracer. */
export interface TracerOptions {
  /** The collector's base URL: spans go to `/v1/traces` below it. */
  readonly endpoint: string
  /** The share of new traces that is sampled: 0 to 1. */
  readonly share: number
  /** Where each upstream is, by its name. */
  readonly upstreams: Readonly<Record<string, { readonly url: string }>>
  /** Called after each exported batch. */
  readonly onExport: (outcome: 'taken' | 'lost') => void
}

/** Records traces with OpenTelemetry, which is loaded only when a collector is configured. */
export interface OperationTracer {
  /**
   * Starts the span of an operation.
   * @param traceparent the caller's W3C `traceparent` header
   */
  begin(transport: Transport, correlationId: string, traceparent: string | undefined): OperationWatcher
  /** Flushes buffered spans within about 2 s. Never throws. */
  close(): Promise<void>
}

/** How long (ms) the export of a batch may take, retries included. */
const exportTime = 5_000
const closeTime = 2_000
const traceparentPattern = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

/**
 * Creates a tracer. If the collector is slow or unreachable, or refuses spans, spans are lost. Nothing else is
 * affected.
 */
export function createTracer(options: TracerOptions): OperationTracer {
  const sampler = new TraceIdRatioBasedSampler(options.share)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'keepsake-gateway' }),
    // A caller may continue its trace here, but cannot raise the share that we sample.
    sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: createExporter(options),
        exportTimeoutMillis: exportTime,
        maxQueueSize: 4_096,
      }),
    ],
  })
  const tracer = provider.getTracer('gateway')
  const servers = new Map(Object.entries(options.upstreams).map(([name, { url }]) => [name, serverOf(url)]))
  return {
    begin: (transport, correlationId, traceparent) =>
      new TracedOperation(tracer, servers, { transport, correlationId, traceparent }),
    async close() {
      const timeout = Promise.withResolvers<void>()
      const timer = setTimeout(timeout.resolve, closeTime)
      await Promise.race([provider.shutdown().catch(() => undefined), timeout.promise])
      clearTimeout(timer)
    },
  }
}

function createExporter({ endpoint, onExport }: TracerOptions): SpanExporter {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: exportTime })
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        onExport(result.error ? 'lost' : 'taken')
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  }
}

interface Beginning {
  readonly transport: Transport
  readonly correlationId: string
  readonly traceparent: string | undefined
}

/** One span for the operation, with a child span per upstream call. */
class TracedOperation implements OperationWatcher {
  readonly #tracer: Tracer
  readonly #servers: ReadonlyMap<string, Attributes>
  readonly #span: Span
  /** The running calls by the `traceparent` of their requests. */
  readonly #calls = new Map<string, Span>()

  constructor(tracer: Tracer, servers: ReadonlyMap<string, Attributes>, beginning: Beginning) {
    this.#tracer = tracer
    this.#servers = servers
    const attributes = {
      'keepsake.transport': beginning.transport,
      'keepsake.correlation_id': beginning.correlationId,
    }
    const parent = parentOf(beginning.traceparent)
    this.#span = tracer.startSpan('graphql', { kind: SpanKind.SERVER, attributes }, parent)
  }

  traceHeaders(): Record<string, string> {
    const span = this.#startCall()
    const traceparent = traceparentOf(span)
    this.#calls.set(traceparent, span)
    return { traceparent }
  }

  upstreamCall({ upstream, method, milliseconds, attempts, outcome, traceparent = '' }: ObservedCall): void {
    const span = this.#calls.get(traceparent) ?? this.#startCall(Date.now() - milliseconds)
    this.#calls.delete(traceparent)
    span.updateName(`${method} ${upstream}`)
    span.setAttributes({ 'http.request.method': method, 'peer.service': upstream, ...this.#servers.get(upstream) })
    if (attempts > 1) span.setAttribute('http.request.resend_count', attempts - 1)
    if (outcome !== 'OK') span.setAttribute('error.type', outcome).setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }

  ended({ document, documentId, type, cost, outcomes }: OperationSummary): void {
    const isNamed = documentId !== undefined
    this.#span.updateName(isNamed ? `${type} ${document}` : type)
    this.#span.setAttribute('graphql.operation.type', type)
    if (isNamed) this.#span.setAttributes({ 'graphql.operation.name': document, 'keepsake.document_id': documentId })
    if (cost !== undefined) this.#span.setAttribute('keepsake.cost', cost)
    const [first = 'OK'] = outcomes
    if (first !== 'OK') this.#span.setAttribute('error.type', first).setStatus({ code: SpanStatusCode.ERROR })
    // Ends the spans of calls whose answers the operation no longer needed.
    for (const span of this.#calls.values()) span.end()
    this.#span.end()
  }

  #startCall(startTime?: number): Span {
    const options = { kind: SpanKind.CLIENT, ...(startTime !== undefined && { startTime }) }
    return this.#tracer.startSpan('upstream call', options, trace.setSpan(ROOT_CONTEXT, this.#span))
  }
}

/** Starts a new trace unless the header is a valid `traceparent` of version 00. */
function parentOf(traceparent: string | undefined) {
  const [, traceId = '', spanId = '', flags = ''] = traceparentPattern.exec(traceparent ?? '') ?? []
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  const remote = { traceId, spanId, traceFlags, isRemote: true }
  return isSpanContextValid(remote) ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

function serverOf(url: string): Attributes {
  const { hostname, port, protocol } = new URL(url)
  return { 'server.address': hostname, 'server.port': Number(port || (protocol === 'https:' ? 443 : 80)) }
}
