import type { UpstreamError } from '../../errors/upstreamError.ts'
import { eachApart } from '../batch.ts'
import type { CallScope } from '../call.ts'
import { wireFileLink } from '../downloads/wire.ts'
import { nullIfNotFound } from '../notFound.ts'
import type { OfferedCall, Offers } from '../offers.ts'
import { path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import {
  type WireArticleGroup,
  type WireCampaign,
  type WirePdf,
  type WireProduct,
  wireArticleGroups,
  wireCampaign,
  wireFoundProducts,
  wirePdfs,
  wireProduct,
} from './wire.ts'

/** Maximum number of products that the service finds at once. */
export const maximumProducts = 100

/** A product with its code. */
export type FoundProduct = WireProduct & { readonly code: string }

const lookup = ['get', '/v1/Products'] as const satisfies OfferedCall
const pdfUrl = ['get', '/v1/pdf/me/{code}/url'] as const satisfies OfferedCall

/**
 * What is sold, the last days to order for a season, and one customer's PDFs of ordered products. If the service has no
 * texts in the given locale, it chooses another locale. Every method throws UpstreamError.
 */
export class ProductsClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope
  readonly #offers: Offers

  constructor(upstream: Upstream, scope: CallScope, offers: Offers) {
    this.#upstream = upstream
    this.#scope = scope
    this.#offers = offers
  }

  /**
   * Finds products by their codes, at most 100. Makes a call for each code if the service cannot find several products
   * at once.
   * @returns one entry per code, in the same order; null for an unknown product, and an error for a product whose own
   *   call failed
   */
  async find(codes: readonly string[], locale: string): Promise<readonly (FoundProduct | UpstreamError | null)[]> {
    const query = { codes: codes.filter((code) => !code.includes(',')).join(',') }
    const call = { path: path`/v1/Products`, query, headers: inLocale(locale), answer: wireFoundProducts }
    const found = await this.#offers.ask(lookup, () => this.#upstream.call(call, this.#scope))
    if (!found) return eachApart(codes, (code) => this.#findOne(code, locale))
    const products = new Map(found.products.map((product) => [product.code, product]))
    return codes.map((code) => products.get(code) ?? null)
  }

  /**
   * Lists the groups of articles with the last days to order them for the next season. The specification shows no
   * parameter, so all countries are listed.
   */
  async listArticleGroups(locale: string): Promise<readonly WireArticleGroup[]> {
    const call = { path: path`/v1/ArticleGroup`, headers: inLocale(locale), answer: wireArticleGroups }
    return (await this.#upstream.call(call, this.#scope)).articleGroups
  }

  /**
   * Finds the current or next campaigns of these names, with a call for each.
   * @returns one entry per name, in the same order; null for an unknown campaign, and an error if its call failed
   */
  findCampaigns(names: readonly string[], locale: string): Promise<readonly (WireCampaign | UpstreamError | null)[]> {
    return eachApart(names, (name) => this.#findCampaign(name, locale))
  }

  /** Lists the customer's PDFs of ordered products, newest first. */
  async listPdfs(): Promise<readonly WirePdf[]> {
    return (await this.#upstream.call({ path: path`/v1/Pdfs/me`, answer: wirePdfs }, this.#scope)).pdfs
  }

  /** Whether the service has addresses from which a browser can download PDFs. */
  hasPdfUrls(): Promise<boolean> {
    return this.#offers.has(pdfUrl)
  }

  /**
   * Finds an address from which a browser can download a PDF. Null if the customer has no such PDF, or the service has
   * no addresses that work without a token.
   */
  async findPdfUrl(code: string): Promise<string | null> {
    const call = { path: path`/v1/pdf/me/${code}/url`, answer: wireFileLink }
    const found = await this.#offers.ask(pdfUrl, () => nullIfNotFound(this.#upstream.call(call, this.#scope)))
    return found?.url ?? null
  }

  #findCampaign(name: string, locale: string): Promise<WireCampaign | null> {
    const call = { path: path`/v1/Campaign/${name}`, headers: inLocale(locale), answer: wireCampaign }
    return nullIfNotFound(this.#upstream.call(call, this.#scope))
  }

  async #findOne(code: string, locale: string): Promise<FoundProduct | null> {
    const call = { path: path`/v1/Products/${code}`, headers: inLocale(locale), answer: wireProduct }
    const product = await nullIfNotFound(this.#upstream.call(call, this.#scope))
    return product && { ...product, code }
  }
}

function inLocale(locale: string): Record<string, string> {
  return { 'accept-language': locale }
}
