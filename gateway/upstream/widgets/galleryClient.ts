import { nullIfNotFound } from '../notFound.ts'
import type { CallScope } from '../call.ts'
import type { OfferedCall, Offers } from '../offers.ts'
import { type OffsetPage, pageOfWhole } from '../offsetPages.ts'
import { path } from '../path.ts'
import { wireDone } from '../photos/wire.ts'
import type { Upstream } from '../upstream.ts'
import { type WidgetRefusal, refusalOf } from './refusals.ts'
import {
  type WireBook,
  type WireBookPage,
  type WireGalleryCategory,
  type WireGalleryEntry,
  wireBook,
  wireGalleryCategories,
  wireGalleryEntries,
  wireGalleryEntry,
} from './wire.ts'

/** Finds the entries of several books. Only our own service offers this call. */
const lookup = ['get', '/v1/galleryentries', 'widgetIds'] as const satisfies OfferedCall

/** Maximum number of books whose entries are found at once. */
export const maximumEntryLookup = 100

/** The texts and categories of an entry. */
export interface EntryTexts {
  readonly title: string
  readonly description: string
  readonly categoryIds: readonly string[]
}

/** A book in the gallery of a shop. */
export interface EntryPlace {
  readonly widgetId: string
  readonly channel: string
}

/** Reads what others see of books: gallery entries, and books behind links. Every method throws UpstreamError. */
export class GalleryClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope
  readonly #public: CallScope
  readonly #offers: Offers

  constructor(upstream: Upstream, scope: CallScope, offers: Offers) {
    this.#upstream = upstream
    this.#scope = scope
    this.#public = { ...scope, accessToken: undefined }
    this.#offers = offers
  }

  /**
   * Finds at most 100 entries of the customer's books: with one call, or with one call per entry when the service has
   * no lookup. @returns one entry per place, in the same order; null for a book without an entry
   */
  async find(places: readonly EntryPlace[]): Promise<readonly (WireGalleryEntry | null)[]> {
    const found = await this.#offers.ask(lookup, () => {
      const ids = new Set(places.map(({ widgetId }) => widgetId).filter((id) => !id.includes(',')))
      const query = { widgetIds: [...ids].join(',') }
      return this.#upstream.call({ path: path`/v1/galleryentries`, query, answer: wireGalleryEntries }, this.#scope)
    })
    if (!found) return Promise.all(places.map((place) => this.findOne(place)))
    return places.map(
      ({ widgetId, channel }) =>
        found.entries.find((entry) => entry.widgetId === widgetId && entry.channel === channel) ?? null,
    )
  }

  /** Reads an entry. Null if the book has no entry, or the customer has no such book. */
  findOne({ widgetId, channel }: EntryPlace): Promise<WireGalleryEntry | null> {
    const call = { path: path`/v1/galleryentries/${widgetId}`, query: { channel }, answer: wireGalleryEntry }
    return nullIfNotFound(this.#upstream.call(call, this.#scope))
  }

  /** Publishes a book. Not repeated if the answer is lost: the second attempt would find the entry of the first. */
  create(place: EntryPlace, texts: EntryTexts): Promise<WireGalleryEntry | WidgetRefusal> {
    const body = { ...place, ...texts }
    const call = { method: 'POST', path: path`/v1/galleryentries/`, body, answer: wireGalleryEntry } as const
    return this.#upstream.call(call, this.#scope).catch(refusalOf)
  }

  /** Replaces the texts of an entry. @param version the version that the customer saw; null: replace any version */
  replace(
    { widgetId, channel }: EntryPlace,
    texts: EntryTexts,
    version: string | null,
  ): Promise<WireGalleryEntry | WidgetRefusal> {
    const call = {
      method: 'PUT',
      path: path`/v1/galleryentries/${widgetId}`,
      query: { channel },
      headers: version === null ? {} : { 'if-match': `"${version}"` },
      body: texts,
      answer: wireGalleryEntry,
      // With a version, a second attempt would be refused, because the first one may have changed the version.
      isRepeatable: version === null,
    } as const
    return this.#upstream.call(call, this.#scope).catch(refusalOf)
  }

  /** Removes an entry. @returns false if the customer has no such entry */
  async delete({ widgetId, channel }: EntryPlace): Promise<boolean> {
    const at = path`/v1/galleryentries/${widgetId}`
    const call = { method: 'DELETE', path: at, query: { channel }, answer: wireDone, isRepeatable: true } as const
    return (await nullIfNotFound(this.#upstream.call(call, this.#scope).then(() => widgetId))) !== null
  }

  /** The categories of the gallery, in the order in which to show them. The call needs no token, so it sends none. */
  async listCategories(locale: string): Promise<readonly WireGalleryCategory[]> {
    const headers = { 'accept-language': locale }
    const call = { path: path`/v1/categories`, headers, answer: wireGalleryCategories }
    return (await this.#upstream.call(call, this.#public)).categories
  }

  /** Returns a part of the pages of a book, without a call: the whole book was read before. */
  pageOfBook<Page extends WireBookPage>(
    pages: readonly Page[],
    cursor: string | null,
    limit: number,
  ): Promise<OffsetPage<Page>> {
    const list = { upstream: this.#upstream.name, idOf: ({ number }: Page) => String(number) }
    return pageOfWhole(list, pages, cursor, limit)
  }

  /** What a reader with a link sees of a book. Null if the link shows nothing. */
  findBook(token: string): Promise<WireBook | null> {
    return nullIfNotFound(this.#upstream.call({ path: path`/v1/books/${token}`, answer: wireBook }, this.#public))
  }
}
