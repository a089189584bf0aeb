import { z } from 'zod'
import { articleTypes, type Catalogue, countryCodes, type Product } from '../platform/catalogue/catalogue.ts'
import { type Locale, locales } from '../platform/locales.ts'
import { minimumPixels, printQualities, variantTitle } from '../platform/catalogue/variants.ts'
import { orProblem, type ServiceApp } from '../platform/contract.ts'
import { currencies, toWireMoney, wireMoney, wireVatRate } from '../platform/money.ts'
import { notFound } from '../platform/problems.ts'
import { sendInLocale, textHeaders } from './language.ts'

const noSuchProduct = () => notFound('There is no such product.')
const count = z.number().int()
const qualities = ['acceptable', 'good', 'excellent'] as const

const variantSchema = z
  .object({
    code: z.string(),
    title: z.string(),
    widthMillimetres: count,
    heightMillimetres: count,
    minimumPixels: z
      .array(z.object({ quality: z.enum(qualities), width: count, height: count }))
      .describe('The minimum size of a picture that fills the article, per print quality.'),
    prices: z.array(wireMoney).describe('Prices with VAT, one per currency.'),
  })
  .meta({ id: 'ProductVariant' })

const productSchema = z
  .object({
    code: z.string(),
    locale: z.enum(locales).describe('The language of the texts.'),
    title: z.string(),
    description: z.string(),
    articleType: z.enum(articleTypes),
    pages: z
      .object({ minimum: count, maximum: count, step: count })
      .nullable()
      .describe('Null: the product has no pages.'),
    productionDays: count.describe('Working days until the factory ships the product.'),
    variants: z.array(variantSchema),
    vatRates: z.array(
      z.object({ country: z.enum(countryCodes), vatRate: wireVatRate.describe('Percent, such as "21.00".') }),
    ),
  })
  .meta({ id: 'Product' })

const readProduct = {
  summary: 'Reads a product',
  description: 'The texts are in the best locale of `Accept-Language` (decision 0503).',
  headers: textHeaders,
  params: z.object({ code: orProblem(z.string().max(100), noSuchProduct) }),
  response: { 200: productSchema },
  problems: { 404: ['NOT_FOUND'] },
}

/** Maximum number of product codes in one call. */
const maximumCodes = 100

const findProducts = {
  summary: 'Finds products by their codes',
  description: 'Unknown codes are left out. Our addition to the specification.',
  headers: textHeaders,
  querystring: z.object({
    codes: z
      .string()
      .max(10_000)
      .transform((codes) => codes.split(','))
      .pipe(z.array(z.string()).max(maximumCodes))
      .describe(`Separated by commas, at most ${maximumCodes}.`),
  }),
  response: { 200: z.object({ products: z.array(productSchema) }) },
}

/** Registers the calls that read products with their sizes and prices. */
export function registerProductRoutes(app: ServiceApp, catalogue: Catalogue): void {
  app.get('/v1/Products', { schema: findProducts }, async (request, reply) => {
    const locale = sendInLocale(request, reply)
    const found = [...new Set(request.query.codes)].flatMap((code) => catalogue.products.get(code) ?? [])
    return { products: found.map((product) => toWireProduct(catalogue, product, locale)) }
  })

  app.get('/v1/Products/:code', { schema: readProduct }, async (request, reply) => {
    const product = catalogue.products.get(request.params.code)
    if (!product) throw noSuchProduct()
    return toWireProduct(catalogue, product, sendInLocale(request, reply))
  })
}

function toWireProduct(catalogue: Catalogue, product: Product, locale: Locale): z.infer<typeof productSchema> {
  const { code, title, description, articleType, pages, productionDays } = product
  return {
    code,
    locale,
    title: title[locale],
    description: description[locale],
    articleType,
    pages,
    productionDays,
    variants: product.variants.map((variant) => ({
      code: variant.code,
      title: variantTitle(variant),
      widthMillimetres: variant.widthMillimetres,
      heightMillimetres: variant.heightMillimetres,
      minimumPixels: qualities.map((quality) => ({
        quality,
        ...minimumPixels(variant, printQualities[quality]),
      })),
      prices: currencies.map((currency) => toWireMoney({ minorUnits: variant.prices[currency], currency })),
    })),
    vatRates: catalogue.countries.map(({ country, vatRate }) => ({ country, vatRate })),
  }
}
