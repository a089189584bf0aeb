import { randomUUID } from 'node:crypto'
import type { Buyer } from '../../services/invoices/invoiceServices.ts'
import { callAsService, completed, home, started } from '../../services/orders/orderServices.ts'
import { type Answer, until } from '../../services/storage/customer.ts'
import type { KillableServices } from '../../support/killableServices.ts'

/** How an order ends, and how it was paid. */
interface Ending {
  readonly payment: 'succeeds' | 'pending' | 'fails'
  /** False: the order is never paid. */
  readonly isPaid: boolean
  /** False: the order is cancelled. */
  readonly isSent: boolean
}

const endings: readonly Ending[] = [
  { payment: 'succeeds', isPaid: true, isSent: true },
  { payment: 'pending', isPaid: true, isSent: true },
  { payment: 'succeeds', isPaid: true, isSent: false },
  { payment: 'fails', isPaid: false, isSent: false },
]

/** Returns the ending of the order with this number. Successive orders take the endings in turn. */
export function endingOf(number: number): Ending {
  const ending = endings[number % endings.length]
  if (!ending) throw new Error('There are no endings.')
  return ending
}

/** What a purchase needs. */
interface PurchaseOptions {
  readonly buyer: Buyer
  readonly photoIds: readonly string[]
  /** The code of a voucher that no other purchase uses. */
  readonly voucher: string
  readonly ending: Ending
}

/** An order of prints, from the quote to the parcel. Each request is repeated until it is answered. */
export class Purchase {
  readonly buyer: Buyer
  readonly voucher: string
  /** The code of the order, once its request was answered. */
  code = ''
  readonly #services: KillableServices
  readonly #ending: Ending
  readonly #basket: { readonly basketId: string; readonly lines: readonly object[]; readonly voucher: string }
  #total = { amount: '', currency: '' }

  constructor(services: KillableServices, { buyer, photoIds, voucher, ending }: PurchaseOptions) {
    this.#services = services
    this.buyer = buyer
    this.voucher = voucher
    this.#ending = ending
    const lines = photoIds.map((photoId) => ({ photoId, variant: '10X15', quantity: 2 }))
    this.#basket = { basketId: randomUUID(), lines, voucher }
  }

  /** Places the order, and takes all steps up to its ending. @throws Error if a request is refused */
  async complete(): Promise<void> {
    this.#total = (await this.#quote()).total
    this.code = await this.place()
    const { payment, isPaid, isSent } = this.#ending
    if (isPaid && payment !== 'succeeds') {
      await this.#ask('PUT', `/shop/v1/orders/${this.code}/payment`, { body: { payment: 'succeeds' } })
    }
    if (!isSent) return this.#report('POST', 'cancel')
    const lines = [{ number: 1, quantity: 2 * this.#basket.lines.length }]
    const parcel = { number: 1, carrier: 'DHL', trackingNumber: this.code, lines }
    for (const body of [started, completed, { step: 'ParcelDispatched', parcel }]) {
      await this.#report('PUT', 'production', body)
    }
  }

  /**
   * Prices the basket. While the vouchers service does not answer, a quote has no discount. So the basket is priced
   * again, as a customer who sees this does. Otherwise the order would be refused, because its total, with the
   * discount, would be lower than the quoted one.
   */
  async #quote(): Promise<Answer['body']> {
    const body = { ...this.#basket, country: home.country }
    return until(async () => {
      const quote = await this.#ask('POST', '/shop/v1/quotes', { body })
      return quote.voucher.state === 'unavailable' ? null : quote
    }, `a quote with the voucher ${this.voucher}`)
  }

  /** Orders the basket. Returns the code of the order, which is the same for each repetition. */
  async place(): Promise<string> {
    const { basketId, lines, voucher } = this.#basket
    const { payment } = this.#ending
    const body = { lines, voucher, deliveryAddress: home, quotedTotal: this.#total, payment, channel: 'k' }
    return (await this.#ask('POST', '/shop/v1/orders', { body, headers: { 'idempotency-key': basketId } })).orderCode
  }

  async voucherState(): Promise<string> {
    return (await this.#ask('GET', `/vouchers/api/v1/campaigns/offers/${this.voucher}`)).state
  }

  get expectedVoucher(): string {
    return this.#ending.isSent ? 'used' : 'returned'
  }

  /** What the list of orders must show. */
  get expectedOrder() {
    const { isPaid, isSent } = this.#ending
    return {
      code: this.code,
      state: `${isPaid ? 'paymentSuccess' : 'paymentFailed'} ${isSent ? 'Dispatched' : 'Cancelled'}`,
      whole: `1 lines, ${isSent ? 1 : 0} parcels, ${this.#total.amount}`,
    }
  }

  get expectedEvents(): readonly string[] {
    const { isPaid, isSent } = this.#ending
    const types = ['placed', ...(isPaid ? ['paid'] : []), isSent ? 'dispatched' : 'cancelled']
    return types.map((type) => `${this.code} order.${type}`)
  }

  /** The documents of the order if its account is a business. */
  get documents(): readonly string[] {
    const { isPaid, isSent } = this.#ending
    if (!isPaid) return []
    return isSent ? [`${this.code} invoice`] : [`${this.code} invoice`, `${this.code} creditNote`]
  }

  async #ask(method: string, path: string, options: Parameters<Buyer['call']>[2] = {}): Promise<Answer['body']> {
    return untilAnswered(`${method} ${path}`, async () => this.buyer.call(method, path, options))
  }

  /** Sends a report of the factory or the shop. */
  async #report(method: string, path: string, body?: unknown): Promise<void> {
    const { dataDir } = this.#services.installation
    const options = body === undefined ? {} : { body }
    await untilAnswered(`${method} ${path}`, async () =>
      callAsService(this.buyer, dataDir, method, `/${this.code}/${path}`, options),
    )
  }
}

/**
 * Repeats a request until it is answered, because the services are killed meanwhile.
 * @throws Error if the request is refused
 */
async function untilAnswered(what: string, ask: () => Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await until(async () => {
    const answer = await ask().catch(() => null)
    return answer && answer.status < 500 ? answer : null
  }, `an answer to ${what}`)
  if (status >= 300) throw new Error(`${what} is refused: ${status} ${JSON.stringify(body)}`)
  return body
}
