import type { GraphQLError } from 'graphql'
import type { RateLimits } from '../config.ts'
import { addressGroup } from './addressGroup.ts'
import { busy, refusal } from './refusals.ts'
import { TokenBuckets } from './tokenBuckets.ts'

/** The caller of an operation, as the rate limits identify it. */
export interface LimitedCaller {
  /** Null when the caller is anonymous or not authenticated yet. */
  readonly accountId: string | null
  /** The client's IP address. Null when this operation already passed the limit of its address. */
  readonly address: string | null
}

/** Rejects operations while the process is overloaded. */
export interface OverloadGuard {
  /** Decides on one more operation. @returns null when it is admitted, else OVERLOADED with `extensions.retryAfter` */
  refuse(): GraphQLError | null
}

/** The limits that an operation must pass. */
export interface AdmissionOptions {
  readonly rateLimits: RateLimits
  readonly maximumSockets: number
  readonly overload: OverloadGuard
}

/**
 * Decides for all transports whether to admit one more operation. HTTP requests are checked twice: by address as early
 * as possible, and by account after authentication. Operations over sockets are checked once, by both.
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

  /**
   * Checks an operation.
   * @returns null when it is admitted, else RATE_LIMITED or OVERLOADED with `extensions.retryAfter` in s
   */
  refuse({ accountId, address }: LimitedCaller): GraphQLError | null {
    const wait = address === null ? 0 : this.#addresses.take(addressGroup(address))
    if (wait > 0) return tooMany('operations from this address', wait)
    const pause = accountId === null ? 0 : this.#viewers.take(accountId)
    if (pause > 0) return tooMany('operations of this account', pause)
    return address === null ? null : this.#options.overload.refuse()
  }

  /**
   * Like `refuse`, for a new socket.
   * @param open the number of open sockets
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
