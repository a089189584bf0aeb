import type { UpstreamFailure } from '../errors/upstreamError.ts'
import type { QueryParameters, UpstreamPath } from './path.ts'
import type { WireSchema } from './wireSchema.ts'

/** A call that ended, retries included. */
export interface ObservedCall {
  /** The upstream's name. */
  readonly upstream: string
  readonly method: string
  /** From asking to the checked answer. */
  readonly milliseconds: number
  /** Requests that were sent; 0 when none was, such as by an open circuit. */
  readonly attempts: number
  readonly outcome: 'OK' | UpstreamFailure
  /** The W3C `traceparent` that its requests carried, when the operation is traced. */
  readonly traceparent?: string | undefined
}

/** Is told of calls. */
export interface CallWatcher {
  /** Calls that are shared are told once. */
  upstreamCall(call: ObservedCall): void
}

/** Is told of every call of an operation. */
export interface CallObserver extends CallWatcher {
  /** Headers that let the upstream go on with the operation's trace. */
  traceHeaders?(): Record<string, string>
}

/** Reads that are under way, by what they ask for, so that equal ones share an answer. Of one operation only. */
export type Flights = Map<string, { readonly answer: unknown; readonly promise: Promise<unknown> }>

/** On whose behalf, and until when, a call is made. */
export interface CallScope {
  readonly observer: CallObserver
  readonly correlationId: string
  /** The customer's account; undefined when the call is made for no customer. */
  readonly accountId: string | undefined
  /** Forwarded as the bearer token. */
  readonly accessToken: string | undefined
  /** When the whole operation must be answered, on the clock of `performance.now()`. */
  readonly deadline: number
  /** Without it, no read is shared. */
  readonly flights?: Flights
}

/** A call, relative to the base URL. */
export interface UpstreamRequest<Answer> {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: UpstreamPath
  readonly query?: QueryParameters
  readonly headers?: Record<string, string>
  /** Sent as JSON. */
  readonly body?: unknown
  /** What the answer must look like; an answer without a body is null. */
  readonly answer: WireSchema<Answer>
  /** Whether it changes nothing, so that it may be tried again. By default: whether it is a GET. */
  readonly isRead?: boolean
  /** Whether it changes no more when it is sent twice, so that a lost answer is asked for again. */
  readonly isRepeatable?: boolean
}
