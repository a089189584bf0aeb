import { UpstreamError } from '../../errors/upstreamError.ts'
import type { CallScope } from '../call.ts'
import type { OfferedCall, Offers } from '../offers.ts'
import { path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import { type WirePayment, wireOutcome, wirePayment, wireStartedSetup } from './wire.ts'

const reading = ['get', '/v1/payment-methods/me'] as const satisfies OfferedCall

/** Why a service has refused a change of a payment method, by the code of its problem. */
const refusals = {
  RECENT_SIGN_IN_REQUIRED: 'signInAgain',
  ACCOUNT_BLOCKED: 'blocked',
  NO_METHOD_ALLOWED: 'notAllowed',
  TOO_MANY_SETUPS: 'tooMany',
  PROVIDER_UNAVAILABLE: 'providerUnavailable',
} as const

/** Why a change was refused. `retryAfter`: seconds to wait, if the service says so. */
export interface PaymentRefusal {
  readonly refusal: (typeof refusals)[keyof typeof refusals] | 'notFound'
  readonly retryAfter: number | undefined
}

/** The payment method of one customer. Only our own service has these calls. Every method throws UpstreamError. */
export class PaymentsClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope
  readonly #offers: Offers

  constructor(upstream: Upstream, scope: CallScope, offers: Offers) {
    this.#upstream = upstream
    this.#scope = scope
    this.#offers = offers
  }

  /** What the customer has stored, and may store. Null when there is no service for payment methods. */
  async read(): Promise<WirePayment | null> {
    const call = { path: path`/v1/payment-methods/me`, answer: wirePayment }
    return (await this.#offers.ask(reading, () => this.#upstream.call(call, this.#scope))) ?? null
  }

  /** Starts a setup. @returns the URL of the payment provider's page */
  startSetup(locale: string): Promise<{ readonly pageUrl: string } | PaymentRefusal> {
    const at = path`/v1/payment-methods/me/setups`
    const call = { method: 'POST', path: at, body: { locale }, answer: wireStartedSetup } as const
    return this.#change(() => this.#upstream.call(call, this.#scope), 'notAllowed')
  }

  /** Makes the service ask the provider for the outcome of a setup, and store the payment method of the setup. */
  completeSetup(id: string): Promise<{ readonly outcome: string } | PaymentRefusal> {
    const at = path`/v1/payment-methods/me/setups/${id}/completion`
    const call = { method: 'POST', path: at, body: {}, answer: wireOutcome, isRepeatable: true } as const
    return this.#change(() => this.#upstream.call(call, this.#scope), 'notFound')
  }

  /** Removes a method. */
  remove(id: string): Promise<{ readonly outcome: string } | PaymentRefusal> {
    const call = { method: 'DELETE', path: path`/v1/payment-methods/me/${id}`, answer: wireOutcome } as const
    return this.#change(() => this.#upstream.call(call, this.#scope), 'notFound')
  }

  /** @param absent the refusal when there is no service for payment methods */
  async #change<Answer>(
    make: () => Promise<Answer>,
    absent: PaymentRefusal['refusal'],
  ): Promise<Answer | PaymentRefusal> {
    if (!(await this.#offers.has(reading))) return { refusal: absent, retryAfter: undefined }
    try {
      return await make()
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (error.code === 'NOT_FOUND') return { refusal: 'notFound', retryAfter: undefined }
      if (!isRefusal(error.problem)) throw error
      return { refusal: refusals[error.problem], retryAfter: error.retryAfter }
    }
  }
}

function isRefusal(problem: string | null): problem is keyof typeof refusals {
  return problem !== null && problem in refusals
}
