import type { Traffic } from '../contract.ts'

/** A limit of requests: a sustained rate per second, and how many may come in one burst. */
export interface RequestRate {
  readonly rate: number
  readonly burst: number
  /**
   * How many requests of a burst are answered without delay. The others wait for their turn at the sustained rate. By
   * default, no request waits.
   */
  readonly undelayed?: number
}

/** The limits of requests to services, by kind of traffic. */
export interface LimitSettings {
  /** For each address group, over all accounts. */
  readonly address: Readonly<Record<Traffic, RequestRate>>
  /** For each account. Requests of the kinds `signIn` and `pictures` belong to no account. */
  readonly account: Readonly<Record<'uploads' | 'calls', RequestRate>>
  /** Maximum number of requests from outside that are in progress in this process, for each kind of traffic. */
  readonly maximumRequests: number
}
