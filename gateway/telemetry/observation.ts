import { GraphQLError } from 'graphql'
import type { CallObserver, ObservedCall } from '../upstream/call.ts'

/** The transport of an operation. */
export type Transport = 'http' | 'sse' | 'websocket'

/** The facts that are known after the document was parsed. */
export interface OperationFacts {
  /** The persisted document's id; undefined for a document sent as text. */
  readonly documentId: string | undefined
  readonly name: string | undefined
  readonly type: 'query' | 'mutation' | 'subscription'
  /** Cost by the cost model; see docs/operations.md. */
  readonly cost: number
}

/** Observes one operation for logs, metrics and traces. All transports report the same. */
export interface OperationObservation extends CallObserver {
  identify(facts: OperationFacts): void
  /** Reports that a subscription event was sent. */
  delivered(): void
  /** Reports that the operation ended. Later calls are ignored. */
  finish(errors: readonly GraphQLError[]): void
}

/**
 * A finished operation. Holds nothing that the caller chose: no names from other clients' documents, and no variables.
 */
export interface OperationSummary {
  readonly transport: Transport
  /** The operation's name in our own client's documents; `other` for any other document. */
  readonly document: string
  readonly documentId: string | undefined
  /** `unknown` when it was refused before its document was parsed. */
  readonly type: OperationFacts['type'] | 'unknown'
  readonly cost: number | undefined
  readonly milliseconds: number
  /** `OK`, or the distinct codes of its errors in order. */
  readonly outcomes: readonly string[]
  /** Delivered events; 0 for queries and mutations. */
  readonly events: number
  readonly upstreams: Readonly<Record<string, UpstreamShare>>
  readonly correlationId: string
}

/** The calls of one operation to one upstream. */
export interface UpstreamShare {
  calls: number
  /** Total duration of all calls in ms. The calls may have run in parallel. */
  milliseconds: number
  /** Duration of the slowest call in ms. */
  slowest: number
  /** Requests beyond the first of each call. */
  retries: number
  /** Failed calls by error code. */
  failures?: Record<string, number>
}

/** Receives the observations of operations. */
export interface OperationWatcher extends Partial<CallObserver> {
  identified?(facts: OperationFacts, transport: Transport): void
  delivered?(transport: Transport): void
  ended?(summary: OperationSummary): void
}

/** Starts to observe an operation. */
export function observeOperation(
  transport: Transport,
  correlationId: string,
  watchers: readonly OperationWatcher[],
): OperationObservation {
  return new ObservedOperation(transport, correlationId, watchers)
}

const noHeaders: Record<string, string> = {}

class ObservedOperation implements OperationObservation {
  readonly #began = performance.now()
  readonly #transport: Transport
  readonly #correlationId: string
  readonly #watchers: readonly OperationWatcher[]
  readonly #upstreams: Record<string, UpstreamShare> = {}
  #facts: OperationFacts | undefined
  #events = 0
  #hasEnded = false

  constructor(transport: Transport, correlationId: string, watchers: readonly OperationWatcher[]) {
    this.#transport = transport
    this.#correlationId = correlationId
    this.#watchers = watchers
  }

  identify(facts: OperationFacts): void {
    if (this.#facts || this.#hasEnded) return
    this.#facts = facts
    for (const watcher of this.#watchers) watcher.identified?.(facts, this.#transport)
  }

  delivered(): void {
    this.#events += 1
    for (const watcher of this.#watchers) watcher.delivered?.(this.#transport)
  }

  traceHeaders(): Record<string, string> {
    for (const watcher of this.#watchers) if (watcher.traceHeaders) return watcher.traceHeaders()
    return noHeaders
  }

  upstreamCall(call: ObservedCall): void {
    const share = (this.#upstreams[call.upstream] ??= { calls: 0, milliseconds: 0, slowest: 0, retries: 0 })
    share.calls += 1
    share.milliseconds = roundToTenth(share.milliseconds + call.milliseconds)
    share.slowest = roundToTenth(Math.max(share.slowest, call.milliseconds))
    share.retries += Math.max(0, call.attempts - 1)
    if (call.outcome !== 'OK') {
      share.failures ??= {}
      share.failures[call.outcome] = (share.failures[call.outcome] ?? 0) + 1
    }
    for (const watcher of this.#watchers) watcher.upstreamCall?.(call)
  }

  finish(errors: readonly GraphQLError[]): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    const facts = this.#facts
    const isPersisted = facts?.documentId !== undefined
    const summary: OperationSummary = {
      transport: this.#transport,
      document: isPersisted ? (facts.name ?? 'unnamed') : 'other',
      documentId: isPersisted ? facts.documentId : undefined,
      type: facts?.type ?? 'unknown',
      cost: facts?.cost,
      milliseconds: roundToTenth(performance.now() - this.#began),
      outcomes: outcomesOf(errors),
      events: this.#events,
      upstreams: this.#upstreams,
      correlationId: this.#correlationId,
    }
    for (const watcher of this.#watchers) watcher.ended?.(summary)
  }
}

/** @returns `OK`, or the distinct codes of the errors in order */
export function outcomesOf(errors: readonly unknown[]): readonly string[] {
  if (errors.length === 0) return ['OK']
  return [...new Set(errors.map(codeOf))]
}

/** Accepts only codes in the format of our error codes: nothing else may become a label. */
function codeOf(error: unknown): string {
  const code = error instanceof GraphQLError ? error.extensions['code'] : undefined
  return typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? code : 'UNCODED'
}

function roundToTenth(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10
}
