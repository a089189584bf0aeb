import type { CallScope } from '../call.ts'
import { nullIfNotFound } from '../notFound.ts'
import type { OfferedCall, Offers } from '../offers.ts'
import { type OffsetList, type OffsetPage, cursorAt, pageByOffset } from '../offsetPages.ts'
import { path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import {
  type WireInvoice,
  type WireKeptInvoices,
  wireFoundInvoices,
  wireInvoicePage,
  wireKeptInvoices,
} from './wire.ts'

/** Maximum number of documents that the service lists, or of ids or order codes that it looks up, at once. */
export const maximumInvoices = 100
/** Maximum length of an id or an order code in a lookup. No document and no order has such a long id or code. */
const longestId = 1_024

/** The call that lists a part of the documents. A service without its parameters lists all documents at once. */
const listInParts: OfferedCall = ['get', '/api/v1/HistoricalInvoice/me', 'offset']
const lookup: OfferedCall = ['post', '/api/v1/HistoricalInvoice/me/lookup']
const lookupByOrder: OfferedCall = ['post', '/api/v1/HistoricalInvoice/me/byOrder']

/** The invoices and credit notes of one business account. Every method throws UpstreamError. */
export class InvoicesClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope
  readonly #offers: Offers

  constructor(upstream: Upstream, scope: CallScope, offers: Offers) {
    this.#upstream = upstream
    this.#scope = scope
    this.#offers = offers
  }

  /** A cursor for `list` that skips the first `count` documents. */
  cursorAfter(count: number): string | null {
    return cursorAt(count)
  }

  /** Lists documents, newest first. */
  list(cursor: string | null, limit: number): Promise<OffsetPage<WireInvoice>> {
    return pageByOffset(this.#list(), cursor, limit)
  }

  /** Finds documents by their ids, in no particular order. At most 100. The service recreates files that were lost. */
  async find(ids: readonly string[]): Promise<readonly WireInvoice[]> {
    // One id that is too long would make the whole request invalid.
    const body = { invoiceIds: ids.filter((id) => id.length <= longestId) }
    const at = path`/api/v1/HistoricalInvoice/me/lookup`
    const call = { method: 'POST', path: at, body, answer: wireFoundInvoices, isRead: true } as const
    const found = await this.#offers.ask(lookup, () => this.#upstream.call(call, this.#scope))
    return found?.items ?? (await this.#listAll()).filter(({ id }) => ids.includes(id))
  }

  /** The documents that stay if the account is deleted; null if the service does not say. */
  findKept(): Promise<WireKeptInvoices | null> {
    const call = { path: path`/api/v1/HistoricalInvoice/me/retention`, answer: wireKeptInvoices }
    return nullIfNotFound(this.#upstream.call(call, this.#scope))
  }

  /**
   * Finds the documents of orders, oldest first. Null if the service does not know which order a document belongs to.
   * @param orderCodes at most 100
   */
  async findOfOrders(orderCodes: readonly string[]): Promise<readonly WireInvoice[] | null> {
    const body = { orderCodes: orderCodes.filter((code) => code.length <= longestId) }
    const at = path`/api/v1/HistoricalInvoice/me/byOrder`
    const call = { method: 'POST', path: at, body, answer: wireFoundInvoices, isRead: true } as const
    return (await this.#offers.ask(lookupByOrder, () => this.#upstream.call(call, this.#scope)))?.items ?? null
  }

  #list(): OffsetList<WireInvoice> {
    let listed: Promise<readonly WireInvoice[]> | undefined
    return {
      upstream: this.#upstream.name,
      maximum: maximumInvoices,
      idOf: ({ id }) => id,
      read: async (offset, limit) => {
        if (await this.#offers.has(listInParts)) {
          const query = { offset, limit }
          const call = { path: path`/api/v1/HistoricalInvoice/me`, query, answer: wireInvoicePage }
          return this.#upstream.call(call, this.#scope)
        }
        // One call, even if the page is read in several parts.
        const all = await (listed ??= this.#listAll())
        return { items: all.slice(offset, offset + limit), total: all.length }
      },
    }
  }

  async #listAll(): Promise<readonly WireInvoice[]> {
    const call = { path: path`/api/v1/HistoricalInvoice/me`, answer: wireInvoicePage }
    return (await this.#upstream.call(call, this.#scope)).items
  }
}
