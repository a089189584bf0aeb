import { setTimeout as pause } from 'node:timers/promises'
import { UpstreamError, type UpstreamFailure, failureOfStatus } from '../errors/upstreamError.ts'
import type { CallScope, CallWatcher, Flights, ObservedCall, UpstreamRequest } from './call.ts'
import { CircuitBreaker } from './circuitBreaker.ts'
import { type NoAnswer, type RawAnswer, type RawRequest, dispatch } from './dispatch.ts'
import { type Entry, Lane } from './lane.ts'
import { askedPause, circuitIsOpen, isSignOfLife, isWorthRetrying, pauseBefore, refused } from './outcome.ts'
import { queryOf } from './path.ts'
import { RetryBudget } from './retryBudget.ts'
import { type UpstreamSettings, defaultUpstreamSettings } from './settings.ts'
import type { WireSchema } from './wireSchema.ts'

/** What an upstream writes to the log. */
export interface UpstreamLog {
  warn(fields: object, message: string): void
}

/** How an upstream is reached; settings that are not given are the defaults. */
export interface UpstreamOptions extends Partial<UpstreamSettings> {
  /** Names it in logs, metrics and health answers. */
  readonly name: string
  /** Its base URL, without a trailing slash. */
  readonly baseUrl: string
  /** What is asked to see whether it is there, below the base URL; a refusal without a token is an answer, too. */
  readonly probePath?: string | undefined
  /** Is told once when its circuit opens and once when it closes. */
  readonly log?: UpstreamLog
  /** Is told of every call, whoever makes it. */
  readonly observer?: CallWatcher | undefined
}

/** How an upstream fares now. */
export interface UpstreamState {
  readonly circuit: 'closed' | 'open'
  /** Calls that hold a connection. */
  readonly inFlight: number
  /** Calls that wait for one. */
  readonly queued: number
  /** Connections that are open, in use or kept. */
  readonly connections: number
  /** Retries that may be made now. */
  readonly retriesLeft: number
}

const probeTimeout = 1_500
/** The share of a call's time after which its answer no longer counts as a sign of life. */
const lastMoment = 0.9

/** One call on its way. */
interface Attempts {
  readonly raw: RawRequest
  readonly deadline: number
  sent: number
}

/**
 * One REST service behind the gateway. Every call through it has a deadline, a place among a bounded number, a circuit
 * breaker, retries within a budget when it can be repeated, and a checked answer (docs/decisions/0206).
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
        this.#startAfresh()
      },
      onClose: () => log?.warn({ upstream: name }, 'an upstream answers again; its circuit is closed'),
    })
  }

  /**
   * Makes a call and checks its answer. Equal reads of one scope that overlap are one call. A read, and a write that may
   * be repeated, that met a lost connection, 502, 503 or 504 is tried once more, if the budget for retries and the
   * deadline allow it.
   * @throws UpstreamError for everything that is not a success of the expected shape
   */
  call<Answer>(request: UpstreamRequest<Answer>, scope: CallScope): Promise<Answer> {
    const { flights } = scope
    if (!flights || request.path.text === null) return this.#make(request, scope, undefined)
    if (!isRead(request)) return this.#makeWrite(request, scope, flights)
    if ((request.method ?? 'GET') !== 'GET' || request.body !== undefined) return this.#make(request, scope, undefined)
    const key = this.#flightKey(request, scope)
    const flight = flights.get(key)
    // An equal schema is an equal type.
    if (flight?.answer === request.answer) return flight.promise as Promise<Answer>
    const promise = this.#make(request, scope, key)
    flights.set(key, { answer: request.answer, promise })
    return promise
  }

  /** Why it does not answer at all; null: it does, be it with a refusal. Never throws; asks an open circuit, too. */
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

  /** What overlaps shares an answer when upstream, path, query, headers and token are the same. */
  #flightKey({ path, query, headers }: UpstreamRequest<unknown>, { accessToken }: CallScope): string {
    const who = accessToken === undefined ? '-' : '+'
    const target = `${this.name}${who}${path.text ?? ''}${query ? queryOf(query) : ''}`
    return headers ? `${target} ${JSON.stringify(headers)}` : target
  }

  /** What is asked for after a write must not be answered with what was asked for before its end. */
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
      deadline: Math.min(scope.deadline, started + this.#settings.timeout),
      sent: 0,
    }
    let outcome: 'OK' | UpstreamFailure = 'OK'
    try {
      if (request.path.text === null) throw this.#failure('NOT_FOUND', 'an id that cannot be one')
      this.#budget.countCall()
      let answer = await this.#attempt(attempts)
      if (isWorthRetrying(answer) && (isRead(request) || request.isRepeatable))
        answer = (await this.#retry(answer, attempts)) ?? answer
      return this.#checked(request.answer, attempts.raw, answer)
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
    if (!lane.tryEnter()) {
      const entry = await lane.enter(attempts.deadline - now)
      if (entry !== 'in') return this.#noPlace(entry)
    }
    attempts.sent += 1
    const sent = performance.now()
    const time = Math.max(1, attempts.deadline - sent)
    const answer = await dispatch(lane.pool, attempts.raw, time)
    lane.leave()
    this.#learn(answer, sent, time)
    return answer
  }

  /** That there is no place for long is a sign of a stall, long before the calls that hold the places time out. */
  #noPlace(entry: Exclude<Entry, 'in'>): NoAnswer {
    if (entry === 'retired') return circuitIsOpen
    const now = performance.now()
    this.#breaker.failed(now, now)
    if (entry === 'late') return refused('UPSTREAM_TIMEOUT', 'no connection was free in time')
    return refused('UPSTREAM_UNAVAILABLE', 'too many calls wait for it')
  }

  /**
   * Tells the breaker. Whatever shows that the service itself is there counts as a success, wrong answers too. What `close`
   * has cut off tells nothing of it.
   * @param sent when
   * @param time that there was for the answer, in milliseconds
   */
  #learn(answer: RawAnswer | NoAnswer, sent: number, time: number): void {
    if (answer.kind === 'refused' || this.#isClosed) return
    const now = performance.now()
    // An answer of the last moment tells of a stall that goes on, not of its end.
    if (isSignOfLife(answer) && now - sent < lastMoment * this.#settings.timeout) this.#breaker.succeeded(now)
    else if (isSignOfLife(answer)) return
    // A call that another upstream had left hardly any time says nothing about this one.
    else if (answer.kind === 'answer' || answer.code !== 'UPSTREAM_TIMEOUT' || time > this.#settings.timeout / 10)
      this.#breaker.failed(sent, now)
  }

  /** @returns undefined when there may be none */
  async #retry(answer: RawAnswer | NoAnswer, attempts: Attempts): Promise<RawAnswer | NoAnswer | undefined> {
    const wait = pauseBefore(answer)
    if (performance.now() + wait >= attempts.deadline || !this.#budget.takeRetry()) return undefined
    await pause(wait)
    const again = await this.#attempt(attempts)
    // The first failure tells more than that a retry was not let through.
    return again.kind === 'refused' ? undefined : again
  }

  #checked<Answer>(schema: WireSchema<Answer>, raw: RawRequest, answer: RawAnswer | NoAnswer): Answer {
    if (answer.kind !== 'answer') throw this.#failure(answer.code, answer.detail, undefined, answer.cause)
    if (answer.status >= 300) throw this.#failure(failureOfStatus(answer.status), `answered ${answer.status}`, answer)
    let value: unknown
    try {
      value = answer.body.length === 0 ? null : JSON.parse(answer.body)
    } catch {
      // The parser's message quotes the answer, which may be a customer's data.
      throw this.#failure('UPSTREAM_INVALID_RESPONSE', `${routeOf(raw)} did not answer JSON`, answer)
    }
    if (schema.accepts(value)) return value
    const detail = `${routeOf(raw)} answered something else than agreed: ${schema.differenceOf(value)}`
    throw this.#failure('UPSTREAM_INVALID_RESPONSE', detail, answer)
  }

  /** Fresh connections: the old ones may lead nowhere, and those who wait for them would wait in vain. */
  #startAfresh(): void {
    const old = this.#lane
    this.#lane = new Lane(this.#origin, this.#settings)
    this.#retired.add(old)
    void old.retire().finally(() => this.#retired.delete(old))
  }

  #failure(code: UpstreamFailure, detail: string, answer?: RawAnswer, cause?: unknown): UpstreamError {
    const asked = answer && code === 'RATE_LIMITED' ? askedPause(answer) : undefined
    const retryAfter = asked === undefined ? undefined : Math.ceil(asked / 1_000)
    const status = answer && { status: answer.status }
    return new UpstreamError({ code, upstream: this.name, detail, cause, retryAfter, ...status })
  }
}

function isRead({ method, isRead: given }: UpstreamRequest<unknown>): boolean {
  return given ?? (method === undefined || method === 'GET')
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

/** The method and the path without its query and the ids in it. */
function routeOf({ method, path }: RawRequest): string {
  return `${method} ${path.replace(/\?.*$/s, '').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')}`
}
