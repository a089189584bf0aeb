import { GraphQLError } from 'graphql'
import type { CallObserver, ObservedCall } from '../upstream/call.ts'

/** How an operation came in. */
export type Transport = 'http' | 'sse' | 'websocket'

/** What is known of an operation once its document is. */
export interface OperationFacts {
  /** The id that a client's build gave the document; undefined for one that was sent as text. */
  readonly documentId: string | undefined
  readonly name: string | undefined
  readonly type: 'query' | 'mutation' | 'subscription'
  /** By the cost model; see docs/operations.md. */
  readonly cost: number
}

/** What becomes of one operation, for logs, metrics and traces. Every transport tells the same. */
export interface OperationObservation extends CallObserver {
  identify(facts: OperationFacts): void
  /** An event of a subscription went out. */
  delivered(): void
  /** The end, however it came; only the first call counts. */
  finish(errors: readonly GraphQLError[]): void
}

/** An operation that has ended, without anything that its caller chose: no foreign name, no variable. */
export interface OperationSummary {
  readonly transport: Transport
  /** The name of a document that our own client was built with; all else is `other`. */
  readonly document: string
  readonly documentId: string | undefined
  /** Unknown: it was refused before its document was understood. */
  readonly type: OperationFacts['type'] | 'unknown'
  readonly cost: number | undefined
  readonly milliseconds: number
  /** `OK`, or the codes of its errors, each once, in the order they came. */
  readonly outcomes: readonly string[]
  /** Events that were sent; 0 for all but subscriptions. */
  readonly events: number
  readonly upstreams: Readonly<Record<string, UpstreamShare>>
  readonly correlationId: string
}

/** What one upstream had to do with an operation. */
export interface UpstreamShare {
  calls: number
  /** Of all calls together; they may have run side by side. */
  milliseconds: number
  /** Of the slowest call, in milliseconds. */
  slowest: number
  /** Requests sent beyond one per call. */
  retries: number
  /** How many calls failed, by code. */
  failures?: Record<string, number>
}

/** Is told what becomes of operations. */
export interface OperationWatcher extends Partial<CallObserver> {
  identified?(facts: OperationFacts, transport: Transport): void
  delivered?(transport: Transport): void
  ended(summary: OperationSummary): void
}

/** Begins observing an operation. */
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
    share.milliseconds = rounded(share.milliseconds + call.milliseconds)
    share.slowest = rounded(Math.max(share.slowest, call.milliseconds))
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
      milliseconds: rounded(performance.now() - this.#began),
      outcomes: outcomesOf(errors),
      events: this.#events,
      upstreams: this.#upstreams,
      correlationId: this.#correlationId,
    }
    for (const watcher of this.#watchers) watcher.ended(summary)
  }
}

/** @returns `OK`, or the codes of the errors, each once, in the order they came */
export function outcomesOf(errors: readonly unknown[]): readonly string[] {
  if (errors.length === 0) return ['OK']
  return [...new Set(errors.map(codeOf))]
}

/** Only our own codes have the right look; nothing else may become a label. */
function codeOf(error: unknown): string {
  const code = error instanceof GraphQLError ? error.extensions['code'] : undefined
  return typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? code : 'UNCODED'
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10
}
