import type { CleanAddress } from '../../../schema/rules/postalAddress.ts'
import { UpstreamError } from '../../errors/upstreamError.ts'
import type { CallScope } from '../call.ts'
import { path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import { type WirePlaced, type WireQuote, wirePaid, wirePlaced, wireQuote } from './wire.ts'

/** One photo in one size. */
export interface PrintLine {
  /** The service's id. */
  readonly photoId: string
  readonly variant: string
  readonly quantity: number
}

/** A basket of prints. */
export interface Basket {
  readonly basketId: string
  readonly lines: readonly PrintLine[]
  readonly voucher: string | null
}

/** The outcomes of the demo payment, as the shop names them. */
export type DemoPaymentOutcome = 'succeeds' | 'fails' | 'pending'

/** What the customer has confirmed. */
export interface Confirmation {
  /**
   * The same id in repeated requests, a new id in another attempt to order the basket. Null: all attempts count as the
   * same attempt.
   */
  readonly attemptId: string | null
  readonly deliveryAddress: CleanAddress
  readonly quotedTotal: { readonly amount: string; readonly currency: string }
  readonly payment: DemoPaymentOutcome
  readonly channel: string
}

/** The shop's API, on behalf of one customer. Every method throws UpstreamError. */
export class ShopClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope

  constructor(upstream: Upstream, scope: CallScope) {
    this.#upstream = upstream
    this.#scope = scope
  }

  /**
   * Prices a basket, and reserves its voucher. Repeating the call changes nothing.
   * @param channel the shop that delivers; undefined: the country is not compared with the countries to which a shop
   *   delivers
   */
  async quote(
    basket: Basket,
    { country, channel }: { readonly country: string; readonly channel: string | undefined },
  ): Promise<WireQuote | 'noDelivery'> {
    const call = {
      method: 'POST',
      path: path`/v1/quotes`,
      isRepeatable: true,
      body: { ...basket, country, channel },
      answer: wireQuote,
    } as const
    return this.#orNoDelivery(this.#upstream.call(call, this.#scope))
  }

  /**
   * Orders the prints of a basket, once.
   * @param locale the language of the titles in the order
   */
  async placeOrder(
    { basketId, ...basket }: Basket,
    confirmation: Confirmation,
    locale: string,
  ): Promise<WirePlaced | 'noDelivery'> {
    const call = {
      method: 'POST',
      path: path`/v1/orders`,
      headers: { 'idempotency-key': basketId, 'accept-language': locale },
      isRepeatable: true,
      body: { ...basket, ...confirmation },
      answer: wirePlaced,
      // With status 409, nothing was ordered, and the body says why.
      accepts: 409,
    } as const
    return this.#orNoDelivery(this.#upstream.call(call, this.#scope))
  }

  async #orNoDelivery<Answer>(answer: Promise<Answer>): Promise<Answer | 'noDelivery'> {
    try {
      return await answer
    } catch (error) {
      if (error instanceof UpstreamError && error.problem === 'NO_DELIVERY') return 'noDelivery'
      throw error
    }
  }

  /** Pays an order of the customer with the demo payment. @returns null on success, otherwise the reason */
  async pay(orderCode: string, payment: DemoPaymentOutcome): Promise<'notFound' | 'notPossible' | null> {
    const call = {
      method: 'PUT',
      path: path`/v1/orders/${orderCode}/payment`,
      isRepeatable: true,
      body: { payment },
      answer: wirePaid,
    } as const
    try {
      await this.#upstream.call(call, this.#scope)
      return null
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (error.code === 'NOT_FOUND') return 'notFound'
      if (error.code === 'CONFLICT') return 'notPossible'
      throw error
    }
  }
}
