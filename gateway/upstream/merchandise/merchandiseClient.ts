import type { CallScope } from '../call.ts'
import { path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import type { WireSchema } from '../wireSchema.ts'
import {
  type OptionListName,
  type WireArticle,
  type WireChannel,
  optionListNames,
  wireArticles,
  wireChannels,
} from './wire.ts'

const channelsDocument =
  'query Channels($channels: [ID!]) { Channels(IDs: $channels) { ID Vendor { ID Locale } ShopUrl Currency { ID } } }'
const optionLists = optionListNames.map((name) => `${name} { ID Options { ID Title } }`).join(' ')
const articlesDocument = `query Articles($channel: ID!) { Articles(Channel: $channel) {
  ID ArticleType Title PageHeight PageWidth Visible Links { Rel Href } ${optionLists} } }`

/** An article, with those of its lists of options that offer a choice. */
export interface FoundArticle extends WireArticle {
  readonly optionLists: readonly {
    readonly name: OptionListName
    readonly options: readonly { readonly ID: string; readonly Title: string }[]
  }[]
}

/**
 * What each shop sells. The service is called by GraphQL. If it has no texts in the given locale, it chooses another
 * locale. Every method throws UpstreamError.
 */
export class MerchandiseClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope

  constructor(upstream: Upstream, scope: CallScope) {
    this.#upstream = upstream
    this.#scope = scope
  }

  /** Lists shops. Unknown channels are left out. @param channels null for all shops */
  async listChannels(channels: readonly string[] | null, locale: string): Promise<readonly WireChannel[]> {
    return (await this.#ask(channelsDocument, { channels }, locale, wireChannels)).data.Channels
  }

  /** Lists the articles of a shop. Null if there is no such shop. */
  async listArticles(channel: string, locale: string): Promise<readonly FoundArticle[] | null> {
    const { Articles } = (await this.#ask(articlesDocument, { channel }, locale, wireArticles)).data
    return Articles?.map((article) => ({ ...article, optionLists: optionListsOf(article) })) ?? null
  }

  #ask<Answer>(
    query: string,
    variables: Readonly<Record<string, unknown>>,
    locale: string,
    answer: WireSchema<Answer>,
  ): Promise<Answer> {
    const headers = { 'accept-language': locale }
    const at = path`/graphql`
    const call = { method: 'POST', path: at, headers, body: { query, variables }, answer, isRead: true } as const
    return this.#upstream.call(call, this.#scope)
  }
}

function optionListsOf(article: WireArticle): FoundArticle['optionLists'] {
  return optionListNames.flatMap((name) => {
    const list = article[name]
    return list ? [{ name, options: list.Options }] : []
  })
}
