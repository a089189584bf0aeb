import type { GraphQLError } from 'graphql'
import type { RateLimits } from '../config.ts'
import { addressGroup } from './addressGroup.ts'
import { busy, refusal } from './refusals.ts'
import { TokenBuckets } from './tokenBuckets.ts'

/** Who asks, for the limits in time. */
export interface Applicant {
  /** Null: anonymous, or not known yet. */
  readonly accountId: string | null
  /** The IP address of the client, behind trusted proxies only; null when the operation was let in by it before. */
  readonly address: string | null
}

/** Refuses operations for everybody's sake. */
export interface OverloadGuard {
  /** @returns null when one more operation is taken on; else OVERLOADED with `extensions.retryAfter` */
  refuse(): GraphQLError | null
}

/** What operations are admitted by. */
export interface AdmissionOptions {
  readonly rateLimits: RateLimits
  readonly maximumSockets: number
  readonly overload: OverloadGuard
}

/**
 * Decides, for every transport alike, whether one more operation is taken on. It is asked once by the address, as early
 * as can be, and once by the account, when that is known; over sockets both are known at once.
 */
export class Admission {
  readonly #options: AdmissionOptions
  readonly #viewers: TokenBuckets
  readonly #addresses: TokenBuckets
  readonly #sockets: TokenBuckets

  constructor(options: AdmissionOptions) {
    this.#options = options
    this.#viewers = new TokenBuckets(options.rateLimits.viewer)
    this.#addresses = new TokenBuckets(options.rateLimits.address)
    this.#sockets = new TokenBuckets(options.rateLimits.sockets)
  }

  /** @returns null when it is; else RATE_LIMITED or OVERLOADED, with `extensions.retryAfter` in seconds */
  refuse({ accountId, address }: Applicant): GraphQLError | null {
    const wait = address === null ? 0 : this.#addresses.take(addressGroup(address))
    if (wait > 0) return tooMany('operations from this address', wait)
    const pause = accountId === null ? 0 : this.#viewers.take(accountId)
    if (pause > 0) return tooMany('operations of this account', pause)
    return address === null ? null : this.#options.overload.refuse()
  }

  /**
   * The same for a socket that is to be opened.
   * @param open how many are
   */
  refuseSocket(address: string, open: number): GraphQLError | null {
    const wait = this.#sockets.take(addressGroup(address))
    if (wait > 0) return tooMany('connections from this address', wait)
    if (open >= this.#options.maximumSockets) return busy('There are too many connections. Try again later.')
    return this.#options.overload.refuse()
  }
}

function tooMany(what: string, retryAfter: number): GraphQLError {
  return refusal('RATE_LIMITED', `Too many ${what}. Try again in ${retryAfter} s.`, retryAfter)
}
