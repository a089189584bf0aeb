import { Pool } from 'undici'
import type { ZodType } from 'zod'
import { UpstreamError, type UpstreamFailure, failureOfStatus } from '../errors/upstreamError.ts'
import { type RawAnswer, type RawRequest, dispatch } from './dispatch.ts'

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
  /** What `traceHeaders` gave for it; undefined when nothing was sent. */
  readonly traceHeaders?: Record<string, string> | undefined
}

/** Is told of every call of an operation. */
export interface CallObserver {
  upstreamCall(call: ObservedCall): void
  /** Called once per call, before its first request: headers that all its requests carry on. */
  traceHeaders?(upstream: string, method: string): Record<string, string> | undefined
}

/** On whose behalf, and until when, a call is made. */
export interface CallScope {
  readonly observer: CallObserver
  readonly correlationId: string
  /** Forwarded as the bearer token. */
  readonly accessToken: string | undefined
  /** When the whole operation must be answered, on the clock of `performance.now()`. */
  readonly deadline: number
}

/** How an upstream is reached. */
export interface UpstreamOptions {
  /** Names it in logs and health answers. */
  readonly name: string
  /** Its base URL, without a trailing slash. */
  readonly baseUrl: string
  /** Connections kept to it, at most. */
  readonly connections: number
  /** Milliseconds that one call may take; less when the operation's deadline is nearer. */
  readonly timeout: number
}

/** A call, relative to the base URL. */
export interface UpstreamRequest<Answer> {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly headers?: Record<string, string>
  /** Sent as JSON. */
  readonly body?: unknown
  /** What the answer must look like. */
  readonly answer: ZodType<Answer>
  /** Whether it changes nothing, so that it may be tried again. By default: whether it is a GET. */
  readonly isRead?: boolean
}

const retriedStatuses = new Set([502, 503])
const probeTimeout = 1_500

/** One REST service behind the gateway: connections, deadline, one retry of reads, checked answers. */
export class Upstream {
  readonly name: string
  readonly #options: UpstreamOptions
  readonly #pool: Pool
  readonly #prefix: string

  constructor(options: UpstreamOptions) {
    this.name = options.name
    this.#options = options
    const base = new URL(options.baseUrl)
    this.#prefix = base.pathname.replace(/\/+$/, '')
    this.#pool = new Pool(base.origin, {
      connections: options.connections,
      pipelining: 1,
      keepAliveTimeout: 30_000,
      connect: { timeout: options.timeout },
      headersTimeout: options.timeout,
      bodyTimeout: options.timeout,
    })
  }

  /**
   * Makes a call and checks its answer. A read that met a lost connection, 502 or 503 is tried once more.
   * @throws UpstreamError for everything that is not a success of the expected shape
   */
  async call<Answer>(request: UpstreamRequest<Answer>, scope: CallScope): Promise<Answer> {
    const raw = this.#rawRequest(request, scope)
    const isRead = request.isRead ?? raw.method === 'GET'
    let answer = await this.#attempt(raw, scope)
    if (isRead && isWorthRetrying(answer)) answer = await this.#attempt(raw, scope)
    if (answer instanceof UpstreamError) throw answer
    if (answer.status >= 300) throw this.#failure(failureOfStatus(answer.status), `answered ${answer.status}`, answer)
    return this.#checked(request, answer)
  }

  /** Whether it answers at all, be it with a refusal. Never throws. */
  async isUp(path: string): Promise<boolean> {
    const request = { method: 'GET', path: this.#prefix + path, headers: {}, body: null } as const
    const answer = await this.#attempt(request, { deadline: performance.now() + probeTimeout })
    return !(answer instanceof UpstreamError) && answer.status < 500
  }

  async close(): Promise<void> {
    await this.#pool.destroy()
  }

  #rawRequest(request: UpstreamRequest<unknown>, scope: CallScope): RawRequest {
    const headers: Record<string, string> = {
      accept: 'application/json',
      'x-correlation-id': scope.correlationId,
      ...request.headers,
    }
    if (scope.accessToken !== undefined) headers['authorization'] = `Bearer ${scope.accessToken}`
    if (request.body !== undefined) headers['content-type'] = 'application/json'
    return {
      method: request.method ?? 'GET',
      path: this.#prefix + request.path,
      headers,
      body: request.body === undefined ? null : JSON.stringify(request.body),
    }
  }

  async #attempt(raw: RawRequest, scope: Pick<CallScope, 'deadline'>): Promise<RawAnswer | UpstreamError> {
    const time = Math.min(this.#options.timeout, scope.deadline - performance.now())
    if (time <= 0) return this.#failure('UPSTREAM_TIMEOUT', 'no time was left')
    const outcome = await dispatch(this.#pool, raw, time)
    if (outcome.kind === 'answer') return outcome
    return this.#failure(outcome.code, outcome.detail, undefined, outcome.cause)
  }

  #checked<Answer>(request: UpstreamRequest<Answer>, answer: RawAnswer): Answer {
    let value: unknown
    try {
      value = answer.body.length === 0 ? null : JSON.parse(answer.body)
    } catch (cause) {
      throw this.#failure('UPSTREAM_INVALID_RESPONSE', `${request.path} did not answer JSON`, answer, cause)
    }
    const checked = request.answer.safeParse(value)
    if (checked.success) return checked.data
    const detail = `${request.path} answered something else than agreed`
    throw this.#failure('UPSTREAM_INVALID_RESPONSE', detail, answer, checked.error)
  }

  #failure(code: UpstreamFailure, detail: string, answer?: RawAnswer, cause?: unknown): UpstreamError {
    return new UpstreamError({ code, upstream: this.name, detail, cause, ...(answer && { status: answer.status }) })
  }
}

function isWorthRetrying(answer: RawAnswer | UpstreamError): boolean {
  if (answer instanceof UpstreamError) return answer.code === 'UPSTREAM_UNAVAILABLE'
  return retriedStatuses.has(answer.status)
}
