import { setTimeout as pause } from 'node:timers/promises'
import { hasScope, scopeOfCall } from '../../schema/rules/scopes.ts'
import { UpstreamError, type UpstreamFailure, failureOfStatus, scopeIsMissing } from '../errors/upstreamError.ts'
import type { CallScope, CallWatcher, Flights, ObservedCall, UpstreamRequest } from './call.ts'
import { CircuitBreaker } from './circuitBreaker.ts'
import { problemCodeIn } from './problemCode.ts'
import { type NoAnswer, type RawAnswer, type RawRequest, dispatch } from './dispatch.ts'
import { type Entry, Lane } from './lane.ts'
import { askedPause, circuitIsOpen, isSignOfLife, isWorthRetrying, pauseBefore, refused } from './outcome.ts'
import { queryOf } from './path.ts'
import { RetryBudget } from './retryBudget.ts'
import { type UpstreamSettings, defaultUpstreamSettings } from './settings.ts'

/** The log of upstreams. */
export interface UpstreamLog {
  warn(fields: object, message: string): void
}

/** Options of an upstream. Settings that are left out have their defaults. */
export interface UpstreamOptions extends Partial<UpstreamSettings> {
  /** Its name in logs, metrics and health responses. */
  readonly name: string
  /** Its base URL, without a trailing slash. */
  readonly baseUrl: string
  /** The path that probes request, below the base URL; a 401 counts as available. */
  readonly probePath?: string | undefined
  /** Gets one entry when the circuit opens and one when it closes. */
  readonly log?: UpstreamLog
  /** Observes every call. */
  readonly observer?: CallWatcher | undefined
}

/** The current state of an upstream. */
export interface UpstreamState {
  readonly circuit: 'closed' | 'open'
  /** Running calls. */
  readonly inFlight: number
  /** Calls that wait for a connection. */
  readonly queued: number
  /** Open connections, idle ones included. */
  readonly connections: number
  /** Retries left in the budget. */
  readonly retriesLeft: number
}

const probeTimeout = 1_500
/** After this share of its timeout, a response no longer counts as a success. */
const lastMoment = 0.9

/** A running call. */
interface Attempts {
  readonly raw: RawRequest
  readonly accountId: string | undefined
  readonly deadline: number
  sent: number
}

/**
 * One REST service behind the gateway. Every call has a deadline, takes a place in a bounded lane, passes a circuit
 * breaker, may be retried within a budget, and has its response validated (docs/decisions/0206).
 */
export class Upstream {
  readonly name: string
  readonly #settings: UpstreamSettings
  readonly #origin: string
  readonly #prefix: string
  readonly #probePath: string
  readonly #observer: CallWatcher | undefined
  readonly #breaker: CircuitBreaker
  readonly #budget: RetryBudget
  readonly #retired = new Set<Lane>()
  #lane: Lane
  #isClosed = false

  constructor({ name, baseUrl, probePath = '/', log, observer, ...settings }: UpstreamOptions) {
    this.name = name
    this.#probePath = probePath
    this.#observer = observer
    this.#settings = { ...defaultUpstreamSettings, ...settings }
    const base = new URL(baseUrl)
    this.#origin = base.origin
    this.#prefix = base.pathname.replace(/\/+$/, '')
    this.#budget = new RetryBudget(this.#settings.retryShare)
    this.#lane = new Lane(this.#origin, this.#settings)
    this.#breaker = new CircuitBreaker(this.#settings, {
      onOpen: () => {
        log?.warn({ upstream: name }, 'an upstream has stopped answering; its circuit is open')
        this.#replaceConnections()
      },
      onClose: () => log?.warn({ upstream: name }, 'an upstream answers again; its circuit is closed'),
    })
  }

  /**
   * Makes a call and validates its response. Equal reads that overlap in one operation share one call. A read or an
   * idempotent write is retried once after a lost connection, 502, 503 or 504, within the retry budget and the
   * deadline.
   * @throws UpstreamError unless the response is a success that fits the schema
   */
  call<Answer>(request: UpstreamRequest<Answer>, scope: CallScope): Promise<Answer> {
    const { flights } = scope
    if (!flights || request.path.text === null) return this.#make(request, scope, undefined)
    if (!isRead(request)) return this.#makeWrite(request, scope, flights)
    if ((request.method ?? 'GET') !== 'GET' || request.body !== undefined) return this.#make(request, scope, undefined)
    const key = this.#flightKey(request, scope)
    const flight = flights.get(key)
    // The same schema means the same type.
    if (flight?.answer === request.answer) return flight.promise as Promise<Answer>
    const promise = this.#make(request, scope, key)
    flights.set(key, { answer: request.answer, promise })
    return promise
  }

  /**
   * Probes the service, even while the circuit is open. Returns what is wrong; null when the service responds, even
   * with a 401. Never throws.
   */
  async trouble(): Promise<string | null> {
    const request = { method: 'GET', path: this.#prefix + this.#probePath, headers: {}, body: null } as const
    const answer = await dispatch(this.#lane.pool, request, Math.min(probeTimeout, this.#settings.timeout))
    if (answer.kind !== 'answer') return answer.detail
    return answer.status < 500 ? null : `answered ${answer.status}`
  }

  state(): UpstreamState {
    const lanes = [this.#lane, ...this.#retired]
    return {
      circuit: this.#breaker.isOpen ? 'open' : 'closed',
      inFlight: sumOf(lanes.map(({ inFlight }) => inFlight)),
      queued: this.#lane.queued,
      connections: sumOf(lanes.map(({ pool }) => pool.stats.connected)),
      retriesLeft: this.#budget.left,
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([this.#lane, ...this.#retired].map((lane) => lane.close()))
  }

  /**
   * The key by which overlapping reads share a response: upstream, path, query, headers, and whether a token is sent.
   */
  #flightKey({ path, query, headers }: UpstreamRequest<unknown>, { accessToken }: CallScope): string {
    const who = accessToken === undefined ? '-' : '+'
    const target = `${this.name}${who}${path.text ?? ''}${query ? queryOf(query) : ''}`
    return headers ? `${target} ${JSON.stringify(headers)}` : target
  }

  /**
   * Makes a write. Reads that start after the write must not share the response of a read that started before
   * the write ended.
   */
  async #makeWrite<Answer>(request: UpstreamRequest<Answer>, scope: CallScope, flights: Flights): Promise<Answer> {
    try {
      return await this.#make(request, scope, undefined)
    } finally {
      flights.clear()
    }
  }

  async #make<Answer>(request: UpstreamRequest<Answer>, scope: CallScope, flight: string | undefined): Promise<Answer> {
    const started = performance.now()
    const attempts: Attempts = {
      raw: this.#rawRequest(request, scope),
      accountId: scope.accountId,
      deadline: Math.min(scope.deadline, started + this.#settings.timeout),
      sent: 0,
    }
    let outcome: 'OK' | UpstreamFailure = 'OK'
    try {
      this.#checkScope(request, scope)
      if (request.path.text === null) throw this.#failure('NOT_FOUND', 'the id has an invalid format')
      this.#budget.countCall()
      let answer = await this.#attempt(attempts)
      if (isWorthRetrying(answer) && (isRead(request) || request.isRepeatable))
        answer = (await this.#retry(answer, attempts)) ?? answer
      return this.#checked(request, answer)
    } catch (error) {
      if (error instanceof UpstreamError) outcome = error.code
      throw error
    } finally {
      if (flight !== undefined) scope.flights?.delete(flight)
      const milliseconds = performance.now() - started
      const { raw, sent } = attempts
      const call: ObservedCall = {
        upstream: this.name,
        method: raw.method,
        milliseconds,
        attempts: sent,
        outcome,
        traceparent: raw.headers['traceparent'],
      }
      this.#observer?.upstreamCall(call)
      scope.observer.upstreamCall(call)
    }
  }

  /**
   * Refuses a call whose token lacks the scope, before the call can share the response of a running read. The service
   * checks the scope, too.
   */
  #checkScope({ method = 'GET', path }: UpstreamRequest<unknown>, { accessToken, scopes }: CallScope): void {
    if (accessToken === undefined || scopes === null) return
    const needed = scopeOfCall(this.name, method, path.route)
    if (!hasScope(scopes, needed)) throw scopeIsMissing(this.name, String(needed))
  }

  #rawRequest(request: UpstreamRequest<unknown>, scope: CallScope): RawRequest {
    const headers: Record<string, string> = {
      ...scope.observer.traceHeaders?.(),
      ...request.headers,
      accept: 'application/json',
      'x-correlation-id': scope.correlationId,
    }
    if (scope.accessToken !== undefined) headers['authorization'] = `Bearer ${scope.accessToken}`
    if (request.body !== undefined) headers['content-type'] = 'application/json'
    return {
      method: request.method ?? 'GET',
      path: this.#prefix + (request.path.text ?? '') + (request.query ? queryOf(request.query) : ''),
      headers,
      body: request.body === undefined ? null : JSON.stringify(request.body),
    }
  }

  async #attempt(attempts: Attempts): Promise<RawAnswer | NoAnswer> {
    const now = performance.now()
    if (now >= attempts.deadline) return refused('UPSTREAM_TIMEOUT', 'no time was left')
    if (!this.#breaker.admits(now)) return circuitIsOpen
    const lane = this.#lane
    if (!lane.tryEnter(attempts.accountId)) {
      const entry = await lane.enter(attempts.accountId, attempts.deadline - now)
      if (entry !== 'in') return this.#noPlace(entry, lane)
    }
    attempts.sent += 1
    const sent = performance.now()
    const time = Math.max(1, attempts.deadline - sent)
    const answer = await dispatch(lane.pool, attempts.raw, time)
    lane.leave(attempts.accountId)
    this.#learn(answer, sent, time)
    return answer
  }

  /**
   * The outcome of a call that got no connection. If all connections are in use, this is a failure for the breaker: it
   * reveals a stall long before the running calls time out. If the call waited only for calls of its own customer, it
   * says nothing about the service.
   */
  #noPlace(entry: Exclude<Entry, 'in'>, lane: Lane): NoAnswer {
    if (entry === 'retired') return circuitIsOpen
    const now = performance.now()
    if (lane.isFull) this.#breaker.failed(now, now)
    if (entry === 'late') return refused('UPSTREAM_TIMEOUT', 'no connection was free in time')
    return refused('UPSTREAM_UNAVAILABLE', 'too many calls wait for it')
  }

  /**
   * Reports to the breaker. Any response of the service itself counts as a success, even a wrong one. Calls that
   * `close` aborted are ignored.
   * @param sent when the request was sent
   * @param time the time (ms) that was available for the response
   */
  #learn(answer: RawAnswer | NoAnswer, sent: number, time: number): void {
    if (answer.kind === 'refused' || this.#isClosed) return
    const now = performance.now()
    // A response just before the timeout is a sign that a stall continues, not that it ended.
    if (isSignOfLife(answer) && now - sent < lastMoment * this.#settings.timeout) this.#breaker.succeeded(now)
    else if (isSignOfLife(answer)) return
    // A call with little time left, because of another upstream, says nothing about this upstream.
    else if (answer.kind === 'answer' || answer.code !== 'UPSTREAM_TIMEOUT' || time > this.#settings.timeout / 10)
      this.#breaker.failed(sent, now)
  }

  /** Retries a call. @returns undefined when no request was sent again */
  async #retry(answer: RawAnswer | NoAnswer, attempts: Attempts): Promise<RawAnswer | NoAnswer | undefined> {
    const wait = pauseBefore(answer)
    if (performance.now() + wait >= attempts.deadline || !this.#budget.takeRetry()) return undefined
    await pause(wait)
    const again = await this.#attempt(attempts)
    // The first failure is more informative than a refused retry.
    return again.kind === 'refused' ? undefined : again
  }

  #checked<Answer>(request: UpstreamRequest<Answer>, answer: RawAnswer | NoAnswer): Answer {
    const schema = request.answer
    if (answer.kind !== 'answer') throw this.#failure(answer.code, answer.detail, undefined, answer.cause)
    if (answer.status >= 300 && answer.status !== request.accepts)
      throw this.#failure(failureOfStatus(answer.status), this.#textOf(request, answer), answer)
    let value: unknown
    try {
      value = answer.body.length === 0 ? null : JSON.parse(answer.body)
    } catch {
      // The parser's message quotes the response, which may hold personal data.
      throw this.#failure('UPSTREAM_INVALID_RESPONSE', `${routeOf(request)} did not answer JSON`, answer)
    }
    if (schema.accepts(value)) return value
    const detail = `${routeOf(request)} sent a response that does not fit the schema: ${schema.differenceOf(value)}`
    throw this.#failure('UPSTREAM_INVALID_RESPONSE', detail, answer)
  }

  /** The text that the specification defines for HTTP errors, without ids. It quotes only the body's problem code. */
  #textOf({ path }: UpstreamRequest<unknown>, { status, body }: RawAnswer): string {
    const url = this.#origin + this.#prefix + path.route
    return `Error ${problemCodeIn(body) ?? '(without a code)'}; Status Code: ${status} Received from ${url}`
  }

  /** Replaces the connections: the old ones may be dead, and calls would wait for them until they time out. */
  #replaceConnections(): void {
    const old = this.#lane
    this.#lane = new Lane(this.#origin, this.#settings)
    this.#retired.add(old)
    void old.retire().finally(() => this.#retired.delete(old))
  }

  #failure(code: UpstreamFailure, detail: string, answer?: RawAnswer, cause?: unknown): UpstreamError {
    const asked = answer && code === 'RATE_LIMITED' ? askedPause(answer) : undefined
    const retryAfter = asked === undefined ? undefined : Math.ceil(asked / 1_000)
    const refusal = answer && {
      status: answer.status,
      problem: answer.status < 400 ? null : problemCodeIn(answer.body),
    }
    return new UpstreamError({ code, upstream: this.name, detail, cause, retryAfter, ...refusal })
  }
}

function isRead({ method, isRead: given }: UpstreamRequest<unknown>): boolean {
  return given ?? (method === undefined || method === 'GET')
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

/** The method and the path, without the query and without ids. */
function routeOf({ method = 'GET', path }: UpstreamRequest<unknown>): string {
  return `${method} ${path.route}`
}
