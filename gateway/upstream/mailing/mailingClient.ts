import { UpstreamError, failureOfStatus } from '../../errors/upstreamError.ts'
import type { CallScope } from '../call.ts'
import type { OfferedCall, Offers } from '../offers.ts'
import { path } from '../path.ts'
import { wireDone } from '../photos/wire.ts'
import type { Upstream } from '../upstream.ts'
import {
  type WireRequestedSubscription,
  type WireSubscription,
  wireRequestedSubscription,
  wireSubscription,
} from './wire.ts'

/** Our own service has this resource. The specification has only the call that confirms a subscription. */
const ownSubscription: OfferedCall = ['get', '/api/v1/subscriptions/me']

/** The outcome of an attempt to confirm a subscription. */
export type ConfirmationOutcome = 'confirmed' | 'used' | 'expired' | 'notFound'

/** The e-mail gateway. Every method throws UpstreamError. */
export class MailingClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope
  readonly #offers: Offers

  constructor(upstream: Upstream, scope: CallScope, offers: Offers) {
    this.#upstream = upstream
    this.#scope = scope
    this.#offers = offers
  }

  /** Reads the customer's subscription; null if the service does not offer this. */
  async getSubscription(): Promise<WireSubscription | null> {
    const call = { path: path`/api/v1/subscriptions/me`, answer: wireSubscription }
    return (await this.#offers.ask(ownSubscription, () => this.#upstream.call(call, this.#scope))) ?? null
  }

  /**
   * Asks for a subscription. Not repeated if the answer is lost, because an address gets only a few such mails a day.
   * @returns null if the service does not offer this
   */
  async subscribe(body: {
    readonly locale: string
    readonly textVersion: string
  }): Promise<WireRequestedSubscription | null> {
    const at = path`/api/v1/subscriptions/me`
    const call = { method: 'PUT', path: at, body, answer: wireRequestedSubscription } as const
    return (await this.#offers.ask(ownSubscription, () => this.#upstream.call(call, this.#scope))) ?? null
  }

  /** Ends the customer's subscription. @returns null if the service does not offer this */
  async unsubscribe(): Promise<WireSubscription | null> {
    const at = path`/api/v1/subscriptions/me`
    const call = { method: 'DELETE', path: at, answer: wireSubscription, isRepeatable: true } as const
    return (await this.#offers.ask(ownSubscription, () => this.#upstream.call(call, this.#scope))) ?? null
  }

  /**
   * Confirms a subscription. The call is made without an access token, as in the specification. Not repeated if the
   * answer is lost, because the second attempt would find the token used.
   */
  async confirm(email: string, token: string): Promise<ConfirmationOutcome> {
    const at = path`/api/v1/Profiles/${email}/subscription/confirm/${token}`
    const call = { method: 'POST', path: at, answer: wireDone } as const
    try {
      await this.#upstream.call(call, { ...this.#scope, accessToken: undefined })
      return 'confirmed'
    } catch (error) {
      const outcome = error instanceof UpstreamError ? outcomeOf(error) : undefined
      if (outcome === undefined) throw error
      return outcome
    }
  }
}

/** Undefined for failures that say nothing about the token. A service may answer a malformed token with 400. */
function outcomeOf({ code, status }: UpstreamError): ConfirmationOutcome | undefined {
  if (status === 410) return 'expired'
  if (code === failureOfStatus(409)) return 'used'
  return code === failureOfStatus(404) || code === failureOfStatus(400) ? 'notFound' : undefined
}
