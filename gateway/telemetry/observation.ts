import type { GraphQLError } from 'graphql'
import type { CallObserver, ObservedCall } from '../upstream/upstream.ts'

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
  /** The end, however it came; only the first call counts. */
  finish(errors: readonly GraphQLError[]): void
}

/** Begins observing an operation. */
export function observeOperation(_transport: Transport, _correlationId: string): OperationObservation {
  return {
    identify: () => undefined,
    upstreamCall: (_call: ObservedCall) => undefined,
    finish: () => undefined,
  }
}
