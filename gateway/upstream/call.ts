import type { ApiScope } from '../../schema/rules/scopes.ts'
import type { UpstreamFailure } from '../errors/upstreamError.ts'
import type { QueryParameters, UpstreamPath } from './path.ts'
import type { WireSchema } from './wireSchema.ts'

/** A finished call, with its retries. */
export interface ObservedCall {
  /** The upstream's name. */
  readonly upstream: string
  readonly method: string
  /** Duration in ms, validation of the response included. */
  readonly milliseconds: number
  /** Requests sent; 0 when the circuit was open, for example. */
  readonly attempts: number
  readonly outcome: 'OK' | UpstreamFailure
  /** The W3C `traceparent` of its requests when the operation is traced. */
  readonly traceparent?: string | undefined
}

/** Observes calls. */
export interface CallWatcher {
  /** Called after each call; once for a call that several fields share. */
  upstreamCall(call: ObservedCall): void
}

/** Observes the calls of one operation. */
export interface CallObserver extends CallWatcher {
  /** Headers that continue the operation's trace in the upstream. */
  traceHeaders?(): Record<string, string>
}

/** Running reads of one operation by their request, so that equal reads share a response. */
export type Flights = Map<string, { readonly answer: unknown; readonly promise: Promise<unknown> }>

/** The customer and the deadline of a call. */
export interface CallScope {
  readonly observer: CallObserver
  readonly correlationId: string
  /** The customer's account; undefined when the call is made for no customer. */
  readonly accountId: string | undefined
  /** Forwarded as the bearer token. */
  readonly accessToken: string | undefined
  /** What the token allows. Null: everything. */
  readonly scopes: ReadonlySet<ApiScope> | null
  /** The operation's deadline, on the clock of `performance.now()`. */
  readonly deadline: number
  /** Undefined: reads are not shared. */
  readonly flights?: Flights
}

/** A call to a path below the base URL. */
export interface UpstreamRequest<Answer> {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: UpstreamPath
  readonly query?: QueryParameters
  readonly headers?: Record<string, string>
  /** Sent as JSON. */
  readonly body?: unknown
  /** The schema of the response; an empty response is null. */
  readonly answer: WireSchema<Answer>
  /** One more status whose response is a result that matches `answer`, such as a refusal with data. */
  readonly accepts?: number
  /** True for calls without side effects, which may be retried. Default: true for GET. */
  readonly isRead?: boolean
  /** True for writes that are idempotent, which may be retried after a lost response. */
  readonly isRepeatable?: boolean
}
