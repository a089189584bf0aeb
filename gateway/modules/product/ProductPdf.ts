import { instantOf } from '../../instants.ts'
import type { ProductPdfResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `ProductPdf`. */
export const ProductPdf: ProductPdfResolvers = {
  uploaded: ({ uploaded }) => instantOf(uploaded),
  isDownloadable: (_pdf, _args, { products }) => products.hasPdfUrls(),
  url: ({ productCode }, _args, { products }) => products.findPdfUrl(productCode),
}
