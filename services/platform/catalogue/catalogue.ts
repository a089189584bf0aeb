import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { currencies, wireVatRate } from '../money.ts'
import { locales, textsSchema } from '../locales.ts'

/** The types of articles that are sold. Requests and answers contain their names, so the names never change. */
export const articleTypes = ['PhotoPrint', 'PhotoBook', 'Calendar', 'Card', 'WallPicture', 'Mug'] as const

export type ArticleType = (typeof articleTypes)[number]

/**
 * The lists of options. A customer chooses one option of each list. Sizes and additional pages are not listed here,
 * because they follow from `variants` and `pages`.
 */
const optionLists = [
  'Border',
  'CoverText',
  'CoverType',
  'Paper',
  'Wrappers',
  'PosterFrame',
  'Passepartout',
  'HangingKit',
] as const

export const countryCodes = ['GB', 'NL', 'BE', 'FR', 'DE', 'ES', 'IT', 'SE', 'DK', 'NO'] as const

export type CountryCode = (typeof countryCodes)[number]

const millimetres = z.number().int().min(1).multipleOf(10)
const days = z.number().int().min(1).max(30)

const variantSchema = z.strictObject({
  code: z.string().regex(/^[A-Z0-9]{2,20}$/),
  widthMillimetres: millimetres,
  heightMillimetres: millimetres,
  /** Minor units with tax, per currency. */
  prices: z.record(z.enum(currencies), z.number().int().min(1)),
})

/**
 * True if variants are sorted by area, smallest first. The merchandise service returns the size of the first variant as
 * the smallest size of the product.
 */
function isSortedByArea(variants: readonly z.infer<typeof variantSchema>[]): boolean {
  const areas = variants.map(({ widthMillimetres, heightMillimetres }) => widthMillimetres * heightMillimetres)
  return areas.every((area, index) => index === 0 || area > (areas[index - 1] ?? 0))
}

const pagesSchema = z
  .strictObject({
    minimum: z.number().int().min(1),
    maximum: z.number().int(),
    step: z.number().int().min(1),
  })
  .refine(({ minimum, maximum, step }) => maximum >= minimum && (maximum - minimum) % step === 0)

export const productSchema = z.strictObject({
  code: z.string().regex(/^[A-Z]{3}_\d{3}$/),
  articleType: z.enum(articleTypes),
  title: textsSchema,
  description: textsSchema,
  /** Null: the product has no pages. */
  pages: pagesSchema.nullable(),
  /** Working days from the day after the order until the factory ships. */
  productionDays: days,
  variants: z.array(variantSchema).min(1).refine(isSortedByArea, 'Sort the variants by their area, smallest first.'),
  /** The ids of the options in each list. */
  options: z.partialRecord(z.enum(optionLists), z.array(z.string()).min(1)),
})

const countrySchema = z.strictObject({
  country: z.enum(countryCodes),
  currency: z.enum(currencies),
  vatRate: wireVatRate,
  locales: z.array(z.enum(locales)).min(1),
  /** Working days from the factory to the customer. */
  shippingDays: days,
})

export type Product = z.infer<typeof productSchema>
export type Variant = z.infer<typeof variantSchema>
export type Country = z.infer<typeof countrySchema>

/** Everything that is sold, after validation. */
export interface Catalogue {
  readonly products: ReadonlyMap<string, Product>
  readonly articleTypes: Readonly<Record<ArticleType, z.infer<typeof textsSchema>>>
  /** The titles of options, by the option's id. */
  readonly options: ReadonlyMap<string, z.infer<typeof textsSchema>>
  /** The names of gallery categories by id. The database stores the ids, so an id never changes. */
  readonly galleryCategories: ReadonlyMap<string, z.infer<typeof textsSchema>>
  readonly countries: readonly Country[]
}

/**
 * Reads the files in `data`.
 * @throws Error that names the first wrong file, and what is wrong in it
 */
export function readCatalogue(): Catalogue {
  const products = readdirSync(new URL('data/products/', import.meta.url))
    .toSorted()
    .map((name) => readData(`products/${name}`, productSchema))
  const options = readTexts('options.json')
  for (const { code, options: lists } of products) {
    const unknown = Object.values(lists)
      .flat()
      .find((id) => !options.has(id))
    if (unknown !== undefined) throw new Error(`The product ${code} has the unknown option ${unknown}.`)
  }
  return {
    products: new Map(products.map((product) => [product.code, product])),
    articleTypes: readData('articleTypes.json', z.record(z.enum(articleTypes), textsSchema)),
    options,
    galleryCategories: readTexts('galleryCategories.json'),
    countries: readData('countries.json', z.array(countrySchema).length(countryCodes.length)),
  }
}

/** Reads texts by their ids, in the order of the file. */
function readTexts(name: string): Map<string, z.infer<typeof textsSchema>> {
  return new Map(Object.entries(readData(name, z.record(z.string(), textsSchema))))
}

function readData<Value>(name: string, schema: z.ZodType<Value>): Value {
  const read = schema.safeParse(JSON.parse(readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8')))
  if (!read.success) throw new Error(`${name} of the catalogue is wrong:\n${z.prettifyError(read.error)}`)
  return read.data
}
