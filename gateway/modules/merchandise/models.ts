import type { WireArticle, WireChannel } from '../../upstream/merchandise/wire.ts'

/** The source object of the `Shop` resolvers. */
export type ShopModel = WireChannel

/** An article, and the language of its texts. */
export interface ShopArticleModel extends WireArticle {
  readonly locale: string
}
