import { z } from 'zod'
import { count } from '../wireParts.ts'
import { wireSchema } from '../wireSchema.ts'

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/)
const quality = z.enum(['acceptable', 'good', 'excellent'])

const variant = z.object({
  code: z.string(),
  title: z.string(),
  widthMillimetres: count,
  heightMillimetres: count,
  minimumPixels: z.array(z.object({ quality, width: count, height: count })),
})

/** The specification shows no field. Our own service sends all of them. */
const product = z.object({
  code: z.string().nullish(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  articleType: z.string().nullish(),
  pages: z.object({ minimum: count, maximum: count, step: count }).nullish(),
  productionDays: count.nullish(),
  variants: z.array(variant).nullish(),
})

/** A product. */
export type WireProduct = z.infer<typeof product>

/** Schema of one product. */
export const wireProduct = wireSchema(product)

/** Schema of products that were found by their codes. */
export const wireFoundProducts = wireSchema(z.object({ products: z.array(product.extend({ code: z.string() })) }))

const cutoff = z.object({
  country: z.string(),
  campaign: z.string(),
  title: z.string(),
  deliveredBy: day,
  orderBy: day,
  isOpen: z.boolean(),
})

/** Schema of the article groups with the last days to order them. */
export const wireArticleGroups = wireSchema(
  z.object({
    articleGroups: z.array(
      z.object({
        code: z.string(),
        title: z.string(),
        productCodes: z.array(z.string()),
        cutoffs: z.array(cutoff),
      }),
    ),
  }),
)

/** A group of articles with the last days to order them, one for each country. */
export type WireArticleGroup = z.infer<typeof wireArticleGroups.zod>['articleGroups'][number]

const campaign = z.object({
  name: z.string(),
  title: z.string(),
  starts: day,
  ends: day,
  isActive: z.boolean(),
  countries: z.array(z.string()),
  articleGroups: z.array(z.string()),
})

/** A campaign of a season. */
export type WireCampaign = z.infer<typeof campaign>

/** Schema of a campaign. */
export const wireCampaign = wireSchema(campaign)

/** Schema of the list of ordered products that have a PDF. */
export const wirePdfs = wireSchema(
  z.object({ pdfs: z.array(z.object({ productCode: z.string(), uploaded: z.string().nullish() })) }),
)

/** The PDF of an ordered product. */
export type WirePdf = z.infer<typeof wirePdfs.zod>['pdfs'][number]
