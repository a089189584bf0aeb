import type { UpstreamError } from '../../errors/upstreamError.ts'
import { eachApart } from '../batch.ts'
import type { CallScope } from '../call.ts'
import { nullIfNotFound } from '../notFound.ts'
import type { OfferedCall, Offers } from '../offers.ts'
import { path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import { type WireVoucher, wireVoucher, wireVouchers } from './wire.ts'

/** Finds several vouchers of the customer's orders. Only our own service offers this call. */
const lookup: OfferedCall = ['post', '/api/v1/campaigns/offers/lookup']

/** Maximum length of a code in a lookup. No voucher has such a long code. */
const longestCode = 200

/** The vouchers API, on behalf of one customer. Every method throws UpstreamError. */
export class VouchersClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope
  readonly #offers: Offers

  constructor(upstream: Upstream, scope: CallScope, offers: Offers) {
    this.#upstream = upstream
    this.#scope = scope
    this.#offers = offers
  }

  /**
   * Finds the vouchers of the customer's orders, with one call, or with one per code when the service has no lookup.
   * @param codes distinct, at most 500
   * @returns one entry per code, in the same order; null for a voucher that the customer may not see, and an error for
   *   a voucher whose own call failed
   */
  async find(codes: readonly string[]): Promise<readonly (WireVoucher | UpstreamError | null)[]> {
    const found = await this.#offers.ask(lookup, async () => {
      // One code that is too long would make the whole request invalid.
      const optionCodes = codes.map((code) => code.slice(0, longestCode))
      const call = {
        method: 'POST',
        path: path`/api/v1/campaigns/offers/lookup`,
        body: { optionCodes },
        answer: wireVouchers,
        isRead: true,
      } as const
      return (await this.#upstream.call(call, this.#scope)).offers
    })
    return found ?? eachApart(codes, (code) => this.#findOne(code))
  }

  #findOne(code: string): Promise<WireVoucher | null> {
    const call = { path: path`/api/v1/campaigns/offers/${code}`, answer: wireVoucher }
    return nullIfNotFound(this.#upstream.call(call, this.#scope))
  }
}
