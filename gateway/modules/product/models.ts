import type { FoundProduct } from '../../upstream/products/productsClient.ts'
import type { WireArticleGroup, WireCampaign, WirePdf } from '../../upstream/products/wire.ts'

/** The source object of the `Product` resolvers. */
export type ProductModel = FoundProduct

/** The last day to order the articles of a group, in one country. */
export interface OrderByDateModel {
  readonly group: WireArticleGroup
  readonly cutoff: WireArticleGroup['cutoffs'][number]
  /** The language of the texts. */
  readonly locale: string
}

/** The source object of the `Campaign` resolvers. */
export type CampaignModel = WireCampaign

/** The source object of the `ProductPdf` resolvers. */
export type ProductPdfModel = WirePdf
