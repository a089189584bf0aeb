import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { refusedAddressHeader } from '../../../http/refusedAddress.ts'
import type { Traffic } from '../contract.ts'
import { Problem } from '../problems.ts'
import { Buckets } from './buckets.ts'
import type { NamedBuckets } from './exchange.ts'
import { Places } from './places.ts'
import { Refusals } from './refusals.ts'
import type { LimitSettings, RequestRate } from './settings.ts'

/** The `Retry-After` (s) of a request that is refused because too many requests of all callers are in progress. */
const busySeconds = 1

/** A request, as the limits see it. */
export interface LimitedRequest {
  readonly service: string
  readonly traffic: Traffic
}

/** The limits of all services of a process. */
export class RequestLimits {
  readonly refusals: Refusals
  /** Hashes with the key of the services, so that logs and counts name no caller. */
  readonly hash: (text: string) => string
  readonly #addresses: ReadonlyMap<Traffic, Buckets>
  readonly #accounts: ReadonlyMap<Traffic, Buckets>
  readonly #maximumRequests: number
  readonly #inProgress = new Map<Traffic, number>()
  readonly #places = new Places()

  /** @param options.secret the key of the hash, the same in all replicas */
  constructor(options: {
    readonly settings: LimitSettings
    readonly secret: string
    readonly log: Logger
    readonly now?: () => number
  }) {
    const { settings, secret, log, now } = options
    this.hash = (text) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22)
    this.refusals = new Refusals({ log, hash: this.hash, ...(now && { now }) })
    this.#addresses = bucketsOf(settings.address, now)
    this.#accounts = bucketsOf(settings.account, now)
    this.#maximumRequests = settings.maximumRequests
  }

  /** All limits whose counts replicas share. */
  get shared(): readonly NamedBuckets[] {
    return [...namedBuckets('address', this.#addresses), ...namedBuckets('account', this.#accounts)]
  }

  /**
   * Admits a request from outside. The request counts as in progress until its response is closed.
   * @param address the caller's address group
   * @returns a promise if the request must wait: for its turn within a burst, or for other requests of its address
   * @throws Problem RATE_LIMITED (429) or OVERLOADED (503)
   */
  enter({ service, traffic }: LimitedRequest, address: string, response: ServerResponse): Promise<void> | undefined {
    const buckets = this.#addresses.get(traffic)
    const wait = buckets?.take(address) ?? 0
    const delay = buckets?.delayOf(address) ?? 0
    const inProgress = this.#inProgress.get(traffic) ?? 0
    // Requests that wait occupy at most half of the places, so that bursts of many addresses do not take them all.
    const isTooBusyToWait = delay > 0 && inProgress >= this.#maximumRequests / 2
    if (wait > 0 || isTooBusyToWait) {
      this.refusals.add({ service, kind: 'address', caller: address })
      if (wait > 0) throw tooMany('from this address', wait, { [refusedAddressHeader]: 'true' })
      throw tooMany('from this address', Math.ceil(delay / 1_000))
    }
    if (inProgress >= this.#maximumRequests) {
      this.refusals.add({ service, kind: 'all', caller: '' })
      const headers = { 'retry-after': String(busySeconds) }
      throw new Problem(503, 'OVERLOADED', 'Too many requests are in progress. Try again later.', headers)
    }
    this.#inProgress.set(traffic, inProgress + 1)
    response.once('close', () => this.#inProgress.set(traffic, (this.#inProgress.get(traffic) ?? 1) - 1))
    return delay > 0 ? this.#enterLater(delay, address, response) : this.#places.enter(address, response)
  }

  async #enterLater(delay: number, address: string, response: ServerResponse): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, delay))
    await this.#places.enter(address, response)
  }

  /**
   * Counts a request of an account.
   * @throws Problem RATE_LIMITED (429)
   */
  charge({ service, traffic }: LimitedRequest, accountId: string): void {
    const wait = this.#accounts.get(traffic)?.take(accountId) ?? 0
    if (wait === 0) return
    this.refusals.add({ service, kind: 'account', caller: accountId })
    throw tooMany('of this account', wait)
  }
}

function namedBuckets(kind: string, limits: ReadonlyMap<Traffic, Buckets>): NamedBuckets[] {
  return [...limits].map(([traffic, buckets]) => ({ name: `${kind} ${traffic}`, buckets }))
}

function bucketsOf(
  rates: Readonly<Partial<Record<Traffic, RequestRate>>>,
  now: (() => number) | undefined,
): ReadonlyMap<Traffic, Buckets> {
  // Object.entries loses the type of the keys.
  const entries = Object.entries(rates) as [Traffic, RequestRate][]
  return new Map(entries.map(([traffic, rate]) => [traffic, new Buckets(rate, now)]))
}

function tooMany(whose: string, seconds: number, headers: Readonly<Record<string, string>> = {}): Problem {
  const detail = `Too many requests ${whose}. Try again in ${seconds} s.`
  return new Problem(429, 'RATE_LIMITED', detail, { ...headers, 'retry-after': String(seconds) })
}
