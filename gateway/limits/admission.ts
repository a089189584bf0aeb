import type { GraphQLError } from 'graphql'
import type { RateLimit, RateLimits } from '../config.ts'
import { addressGroup } from '../../http/addressGroup.ts'
import type { OperationWatcher } from '../telemetry/observation.ts'
import { busy, refusal } from './refusals.ts'
import type { SharedTakes } from './sharedTakes.ts'
import { TokenBuckets } from './tokenBuckets.ts'

/** The caller of an operation, as the rate limits identify it. */
export interface LimitedCaller {
  /** Null when the caller is anonymous or not authenticated yet. */
  readonly accountId: string | null
  /** The client's IP address. */
  readonly address: string
}

/** The fields `RateLimit-Policy` and `RateLimit`. */
export type RateLimitHeaders = Readonly<Record<'ratelimit-policy' | 'ratelimit', string>>

/** Rejects operations while the process is overloaded. */
export interface OverloadGuard {
  /**
   * Decides on one more operation.
   * @param caller the account, or the group of the address while the account is not known
   * @returns null when it is admitted, else OVERLOADED with `extensions.retryAfter`
   */
  refuse(caller: string): GraphQLError | null
}

/**
 * For each 250 units of its cost, an operation takes one additional token from the bucket of its account. Nearly all
 * operations of our client cost less, so they take only one token. An operation with 24 service calls takes ten. An
 * operation that is refused because of its cost is not executed, so it takes only one token: a mistake of one client
 * must not stop the other clients of the customer.
 */
const costPerToken = 250

/** The limits that an operation must pass. */
export interface AdmissionOptions {
  readonly rateLimits: RateLimits
  readonly maximumSockets: number
  /** An operation that costs more is refused. */
  readonly maximumCost: number
  readonly overload: OverloadGuard
  /** Undefined: this is the only gateway. */
  readonly sharedTakes?: SharedTakes | undefined
}

/**
 * Decides for all transports whether to admit one more operation. HTTP requests are checked twice: as early as
 * possible, and by account after authentication. Operations over sockets are checked once.
 */
export class Admission {
  readonly #options: AdmissionOptions
  readonly #viewers: TokenBuckets
  readonly #addresses: TokenBuckets
  readonly #sockets: TokenBuckets
  readonly #links: TokenBuckets
  readonly #policies: { readonly account: string; readonly address: string }

  constructor(options: AdmissionOptions) {
    this.#options = options
    this.#viewers = new TokenBuckets(options.rateLimits.viewer)
    this.#addresses = new TokenBuckets(options.rateLimits.address)
    this.#sockets = new TokenBuckets(options.rateLimits.sockets)
    this.#links = new TokenBuckets(options.rateLimits.links)
    const { viewer, address, sockets, links } = options.rateLimits
    options.sharedTakes?.share('viewer', this.#viewers, viewer.burst)
    options.sharedTakes?.share('address', this.#addresses, address.burst)
    options.sharedTakes?.share('sockets', this.#sockets, sockets.burst)
    options.sharedTakes?.share('links', this.#links, links.burst)
    this.#policies = { account: policyOf('account', viewer), address: policyOf('address', address) }
  }

  /**
   * The response headers that tell a caller its limit and what is left of it (docs/decisions/0222): the limit of the
   * account, or of the address for an anonymous caller.
   */
  rateLimitHeaders(accountId: string | null, address: () => string): RateLimitHeaders {
    const isAccount = accountId !== null
    const { remaining, reset } = isAccount
      ? this.#viewers.budgetOf(accountId)
      : this.#addresses.budgetOf(addressGroup(address()))
    return {
      'ratelimit-policy': isAccount ? this.#policies.account : this.#policies.address,
      ratelimit: `"${isAccount ? 'account' : 'address'}";r=${remaining};t=${reset}`,
    }
  }

  /**
   * Checks an HTTP request before its token is verified and its body is read. Call `refuseAccount` once the token is
   * verified.
   * @param accountId the account of a token that was verified earlier. Null for other tokens and without a token
   * @returns null when it is admitted, else RATE_LIMITED or OVERLOADED with `extensions.retryAfter` in s
   */
  refuseRequest({ accountId, address }: LimitedCaller): GraphQLError | null {
    const group = addressGroup(address)
    const wait = this.#addresses.take(group)
    if (wait > 0) return tooMany('operations from this address', wait)
    return this.#options.overload.refuse(accountId ?? group)
  }

  /** Checks the rate of the account, if there is one. @returns as `refuseRequest` */
  refuseAccount(accountId: string | null): GraphQLError | null {
    const pause = accountId === null ? 0 : this.#viewers.take(accountId)
    return pause > 0 ? tooMany('operations of this account', pause) : null
  }

  /**
   * Watches an operation. When its cost is known, takes the additional tokens for this cost from the bucket of the
   * account. A lack of tokens refuses later operations, not this one.
   */
  watcherOf(accountId: string | null): OperationWatcher {
    return {
      identified: ({ cost }) => {
        const tokens = cost > this.#options.maximumCost ? 0 : Math.floor(cost / costPerToken)
        if (accountId !== null && tokens > 0) this.#viewers.charge(accountId, tokens)
      },
    }
  }

  /** Checks an operation over a socket, whose account is known. @returns as `refuseRequest` */
  refuseOperation({ accountId, address }: LimitedCaller): GraphQLError | null {
    const group = addressGroup(address)
    const wait = this.#addresses.take(group)
    if (wait > 0) return tooMany('operations from this address', wait)
    return this.refuseAccount(accountId) ?? this.#options.overload.refuse(accountId ?? group)
  }

  /**
   * Decides on an attempt to use a mailed link without an access token.
   * @returns null when it is admitted, else RATE_LIMITED with `extensions.retryAfter` in s
   */
  refuseLink(address: string): GraphQLError | null {
    const wait = this.#links.take(addressGroup(address))
    return wait > 0 ? tooMany('links used from this address', wait) : null
  }

  /**
   * Like `refuseRequest`, for a new socket.
   * @param open the number of open sockets
   */
  refuseSocket(address: string, open: number): GraphQLError | null {
    const group = addressGroup(address)
    const wait = this.#sockets.take(group)
    if (wait > 0) return tooMany('connections from this address', wait)
    if (open >= this.#options.maximumSockets) return busy('There are too many connections. Try again later.')
    return this.#options.overload.refuse(group)
  }
}

/** The window is the time in s in which an empty bucket is filled. */
function policyOf(name: string, { burst, rate }: RateLimit): string {
  return `"${name}";q=${burst};w=${Math.ceil(burst / rate)}`
}

function tooMany(what: string, retryAfter: number): GraphQLError {
  return refusal('RATE_LIMITED', `Too many ${what}. Try again in ${retryAfter} s.`, retryAfter)
}
