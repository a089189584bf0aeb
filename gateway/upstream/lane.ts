import { Pool } from 'undici'
import { FadingCounts } from '../fadingCounts.ts'
import type { UpstreamSettings } from './settings.ts'

/** How long (ms) an idle connection is kept, unless the upstream announces less. */
const keepAliveTimeout = 30_000

/** The result of waiting for a place. `full`: too many calls wait. `late`: timed out. `retired`: the lane closes. */
export type Entry = 'in' | 'full' | 'late' | 'retired'

/** The account for which a call is made. Undefined without a signed-in customer: no limit per customer applies then. */
type Customer = string | undefined

interface WaitingCall {
  readonly customer: Customer
  settle(entry: Entry): void
}

/** The largest part of the queue that one customer's calls may take. */
const customerQueueShare = 0.5
/** How the recent calls of customers are counted. A call that was made two seconds ago counts 1/e of a new call. */
const recentCalls = { timeConstant: 2_000, maximumKeys: 10_000 }

/**
 * The connections to an upstream, with limits for running and for waiting calls. One customer can use only some of the
 * connections. Further calls of this customer wait until one of the customer's own calls ends, and calls of other
 * customers overtake them. After many calls in a short time, the calls of a customer run one at a time: several at once
 * would delay the calls of other customers in the service.
 */
export class Lane {
  readonly pool: Pool
  readonly #limit: number
  readonly #queueLimit: number
  readonly #customerLimit: number
  readonly #busyCustomerCalls: number
  /** The waiting calls, in the order of arrival. */
  readonly #waiting = new Set<WaitingCall>()
  /** The number of running calls per customer. Customers without a running call are not in it. */
  readonly #running = new Map<string, number>()
  /** The number of waiting calls per customer. Customers without a waiting call are not in it. */
  readonly #waitingOf = new Map<string, number>()
  /** The recent calls per customer. */
  readonly #recent = new FadingCounts(recentCalls)
  #inFlight = 0

  /** Opens no connection. */
  constructor(origin: string, settings: UpstreamSettings) {
    this.#limit = settings.connections
    this.#queueLimit = settings.queue
    this.#customerLimit = settings.customerConnections
    this.#busyCustomerCalls = settings.busyCustomerCalls
    this.pool = new Pool(origin, {
      connections: settings.connections,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout,
      keepAliveMaxTimeout: keepAliveTimeout,
      connect: { timeout: settings.connectTimeout },
      // No timers of undici's own: each call has a timer that covers connecting, headers and body (dispatch.ts).
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  get inFlight(): number {
    return this.#inFlight
  }

  /** Whether all connections are in use. If not, calls wait only for other calls of their customer. */
  get isFull(): boolean {
    return this.#inFlight >= this.#limit
  }

  get queued(): number {
    return this.#waiting.size
  }

  /** Takes a free place for a new call, if there is one. The caller must give it back with `leave`. */
  tryEnter(customer: Customer): boolean {
    if (customer !== undefined) this.#recent.add(customer, performance.now())
    return this.#take(customer)
  }

  /** Waits for a free place for at most `time` ms. */
  enter(customer: Customer, time: number): Promise<Entry> {
    if (this.#isQueueFull(customer)) return Promise.resolve('full')
    return new Promise((resolve) => {
      const settle = (entry: Entry) => {
        clearTimeout(timer)
        this.#waiting.delete(call)
        change(this.#waitingOf, customer, -1)
        resolve(entry)
      }
      const call = { customer, settle }
      const timer = setTimeout(() => settle('late'), time)
      this.#waiting.add(call)
      change(this.#waitingOf, customer, 1)
    })
  }

  leave(customer: Customer): void {
    this.#inFlight -= 1
    change(this.#running, customer, -1)
    // The call that has waited longest takes over the place, unless its customer has enough running calls. More calls
    // follow if a customer is no longer busy.
    for (const call of this.#waiting) {
      if (this.isFull) return
      if (this.#take(call.customer)) call.settle('in')
    }
  }

  /** Fails the waiting calls, and closes the connections when the running calls have ended. */
  retire(): Promise<void> {
    for (const call of this.#waiting) call.settle('retired')
    return this.pool.close()
  }

  /** Fails the waiting calls, aborts the running calls, and closes the connections. */
  close(): Promise<void> {
    for (const call of this.#waiting) call.settle('retired')
    return this.pool.destroy()
  }

  #take(customer: Customer): boolean {
    if (this.isFull || this.#isAtCustomerLimit(customer)) return false
    this.#inFlight += 1
    change(this.#running, customer, 1)
    return true
  }

  #isQueueFull(customer: Customer): boolean {
    if (this.#waiting.size >= this.#queueLimit) return true
    const waiting = customer === undefined ? 0 : (this.#waitingOf.get(customer) ?? 0)
    return waiting > this.#queueLimit * customerQueueShare
  }

  /** Whether a customer has as many running calls as this customer may have now. */
  #isAtCustomerLimit(customer: Customer): boolean {
    if (customer === undefined) return false
    const running = this.#running.get(customer) ?? 0
    return running >= this.#customerLimit || (running > 0 && this.#isBusy(customer))
  }

  #isBusy(customer: string): boolean {
    return this.#recent.of(customer, performance.now()) > this.#busyCustomerCalls
  }
}

/** Changes a count. A count of 0 is removed. */
function change(counts: Map<string, number>, customer: Customer, by: 1 | -1): void {
  if (customer === undefined) return
  const count = (counts.get(customer) ?? 0) + by
  if (count > 0) counts.set(customer, count)
  else counts.delete(customer)
}
