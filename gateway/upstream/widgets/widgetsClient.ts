import type { CallScope } from '../call.ts'
import { nullIfNotFound } from '../notFound.ts'
import type { OfferedCall, Offers } from '../offers.ts'
import { type OffsetList, type OffsetPage, cursorAt, pageByOffset, pageOfWhole } from '../offsetPages.ts'
import { path } from '../path.ts'
import { wireDone } from '../photos/wire.ts'
import type { Upstream } from '../upstream.ts'
import { type WidgetRefusal, refusalOf } from './refusals.ts'
import {
  type WireWidget,
  type WireWidgetLink,
  type WireWidgetMail,
  wireBlockedOrder,
  wireFoundWidgets,
  wireWidget,
  wireWidgetLink,
  wireWidgetLinks,
  wireWidgetMail,
  wireWidgetPage,
} from './wire.ts'

/** Maximum number of books that the service lists, or of codes that it looks up, at once. */
export const maximumWidgets = 100
/** Maximum length of a code in a lookup. No order has such a long code. */
const longestCode = 100

const listing = ['get', '/v1/widgets'] as const satisfies OfferedCall
const listingLinks = ['get', '/v1/widget/{id}/links'] as const satisfies OfferedCall

/** The texts of the mail with a link. */
export interface ShareMail {
  /** The channel of the shop from which the mail comes. */
  readonly vendorId: string
  readonly senderName: string
  readonly message: string
  readonly locale: string
}

/** The online books of one customer. Every method throws UpstreamError. */
export class WidgetsClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope
  readonly #offers: Offers

  constructor(upstream: Upstream, scope: CallScope, offers: Offers) {
    this.#upstream = upstream
    this.#scope = scope
    this.#offers = offers
  }

  /** A cursor for `list` that skips the first `count` books. */
  cursorAfter(count: number): string | null {
    return cursorAt(count)
  }

  /** Whether the service lists books. */
  canList(): Promise<boolean> {
    return this.#offers.has(listing)
  }

  /** Lists the books that are not deleted, newest order first. Needs `canList`. */
  list(cursor: string | null, limit: number): Promise<OffsetPage<WireWidget>> {
    const list: OffsetList<WireWidget> = {
      upstream: this.#upstream.name,
      maximum: maximumWidgets,
      idOf: ({ widgetId }) => widgetId,
      read: async (skip, count) => {
        const call = { path: path`/v1/widgets`, query: { skip, limit: count }, answer: wireWidgetPage }
        const { widgets, totalCount } = await this.#upstream.call(call, this.#scope)
        return { items: widgets, total: totalCount }
      },
    }
    return pageByOffset(list, cursor, limit)
  }

  /** Returns one page of books that were found by their orders. */
  pageOfFound(found: readonly WireWidget[], cursor: string | null, limit: number): Promise<OffsetPage<WireWidget>> {
    const list = { upstream: this.#upstream.name, idOf: ({ widgetId }: WireWidget) => widgetId }
    return pageOfWhole(list, found, cursor, limit)
  }

  /** Reads a book, even a deleted one. Null if the customer has no such book. */
  find(id: string): Promise<WireWidget | null> {
    return nullIfNotFound(this.#upstream.call({ path: path`/v1/widget/${id}`, answer: wireWidget }, this.#scope))
  }

  /**
   * Finds the books of orders and lines, in no particular order. @param codes any number of codes; each call looks up
   * at most 100
   */
  async findOfOrders(codes: readonly string[]): Promise<readonly WireWidget[]> {
    // A code with a comma would be read as two codes.
    const possible = codes.filter((code) => code.length <= longestCode && !code.includes(','))
    const calls: Promise<{ widgets: readonly WireWidget[] }>[] = []
    for (let start = 0; start < possible.length; start += maximumWidgets) {
      const orderCodes = possible.slice(start, start + maximumWidgets).join(',')
      const call = { path: path`/v1/widget/all`, query: { orderCodes }, answer: wireFoundWidgets }
      calls.push(this.#upstream.call(call, this.#scope))
    }
    return (await Promise.all(calls)).flatMap(({ widgets }) => widgets)
  }

  /** Creates the book of an ordered line, or restores it. */
  create(code: string): Promise<WireWidget | WidgetRefusal> {
    const call = { method: 'POST', path: path`/v1/widget/${code}`, answer: wireWidget, isRepeatable: true } as const
    return this.#upstream.call(call, this.#scope).catch(refusalOf)
  }

  /** Deletes a book. @returns false if the customer has no such book */
  async delete(id: string): Promise<boolean> {
    const at = path`/v1/widget/${id}`
    const call = { method: 'DELETE', path: at, answer: wireDone, isRepeatable: true } as const
    return (await nullIfNotFound(this.#upstream.call(call, this.#scope).then(() => id))) !== null
  }

  /** Mails a link. Not repeated if the answer is lost, because each request sends a mail. */
  share(id: string, mail: ShareMail, toEmailAddress: string): Promise<WireWidgetLink | WidgetRefusal> {
    const call = {
      method: 'PUT',
      path: path`/v1/widget/${id}/share`,
      headers: { 'accept-language': mail.locale },
      body: { ...textsOf(mail), toEmailAddress: base64(toEmailAddress) },
      answer: wireWidgetLink,
    } as const
    return this.#upstream.call(call, this.#scope).catch(refusalOf)
  }

  /** The mail that `share` would send. */
  previewMail(id: string, mail: ShareMail): Promise<WireWidgetMail | WidgetRefusal> {
    const call = {
      method: 'POST',
      path: path`/v1/widget/${id}/share/preview`,
      headers: { 'accept-language': mail.locale },
      body: textsOf(mail),
      answer: wireWidgetMail,
      isRead: true,
    } as const
    return this.#upstream.call(call, this.#scope).catch(refusalOf)
  }

  /** The links of a book, newest first. Null if the service does not list links, or the customer has no such book. */
  async findLinks(id: string): Promise<readonly WireWidgetLink[] | null> {
    const call = { path: path`/v1/widget/${id}/links`, answer: wireWidgetLinks }
    const ask = () => nullIfNotFound(this.#upstream.call(call, this.#scope))
    return (await this.#offers.ask(listingLinks, ask))?.links ?? null
  }

  /** Ends a link. @returns false if the customer has no such link */
  async endLink(id: string, linkId: string): Promise<boolean> {
    const at = path`/v1/widget/${id}/links/${linkId}`
    const call = { method: 'DELETE', path: at, answer: wireDone, isRepeatable: true } as const
    return (await nullIfNotFound(this.#upstream.call(call, this.#scope).then(() => id))) !== null
  }

  /** Creates the public link of a book, or returns the existing one. */
  createPublicLink(id: string): Promise<WireWidgetLink | WidgetRefusal> {
    const at = path`/v1/widget/${id}/public-link`
    const call = { method: 'PUT', path: at, answer: wireWidgetLink, isRepeatable: true } as const
    return this.#upstream.call(call, this.#scope).catch(refusalOf)
  }

  /** Whether the retailer has blocked an order. The call needs no token, so it sends none. */
  async isBlocked(orderCode: string): Promise<boolean> {
    const call = { path: path`/v1/blockedorders/${orderCode}`, answer: wireBlockedOrder }
    return (await this.#upstream.call(call, { ...this.#scope, accessToken: undefined })).isBlocked
  }
}

function textsOf({ vendorId, senderName, message }: ShareMail) {
  return { vendorId, fromName: senderName, personalMessage: message }
}

/** The specification requires the e-mail address in base64, and names no charset. We have chosen UTF-8. */
function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
