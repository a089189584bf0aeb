import type { FoundArticle } from '../../upstream/merchandise/merchandiseClient.ts'
import type { WireChannel } from '../../upstream/merchandise/wire.ts'

/** The source object of the `Shop` resolvers. */
export type ShopModel = WireChannel

/** An article, and the language of its texts. */
export interface ShopArticleModel extends FoundArticle {
  readonly locale: string
}
