import type { GraphQLError } from 'graphql'

/** Who asks, for the limits in time. */
export interface Applicant {
  /** Null: anonymous. */
  readonly accountId: string | null
  /** The IP address of the client, behind trusted proxies only. */
  readonly address: string
}

/** Decides, for every transport alike, whether one more operation is taken on. */
export class Admission {
  /** @returns null when it is; else RATE_LIMITED or OVERLOADED, with `extensions.retryAfter` in seconds */
  refuse(_applicant: Applicant): GraphQLError | null {
    return null
  }
}
