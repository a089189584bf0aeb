import { z } from 'zod'
import { count, link } from '../wireParts.ts'
import { wireSchema } from '../wireSchema.ts'

/** A GraphQL response with an error is refused, even if it has data: the data would be incomplete. */
const noErrors = z.array(z.unknown()).max(0).nullish()

const optionList = z.object({ ID: z.string(), Options: z.array(z.object({ ID: z.string(), Title: z.string() })) })

/** The lists of options, by the names that the service gives them. */
export const optionListNames = [
  'Border',
  'CoverText',
  'CoverType',
  'ExtraPages',
  'Paper',
  'PrintSize',
  'Wrappers',
  'PosterFrame',
  'Passepartout',
  'HangingKit',
] as const

/** The name of a list of options. */
export type OptionListName = (typeof optionListNames)[number]

const article = z.object({
  ID: z.string(),
  ArticleType: z.string(),
  Title: z.string(),
  PageHeight: count,
  PageWidth: count,
  Visible: z.boolean(),
  Links: z.array(z.object({ Rel: z.string(), Href: z.string() })),
  Border: optionList.nullish(),
  CoverText: optionList.nullish(),
  CoverType: optionList.nullish(),
  ExtraPages: optionList.nullish(),
  Paper: optionList.nullish(),
  PrintSize: optionList.nullish(),
  Wrappers: optionList.nullish(),
  PosterFrame: optionList.nullish(),
  Passepartout: optionList.nullish(),
  HangingKit: optionList.nullish(),
})

/** An article of a shop. */
export type WireArticle = z.infer<typeof article>

const channel = z.object({
  ID: z.string(),
  Vendor: z.object({ ID: z.string(), Locale: z.string() }),
  ShopUrl: link,
  Currency: z.object({ ID: z.string() }),
})

/** A shop. */
export type WireChannel = z.infer<typeof channel>

/** Schema of the response with shops. */
export const wireChannels = wireSchema(z.object({ data: z.object({ Channels: z.array(channel) }), errors: noErrors }))

/** Schema of the response with the articles of a shop; null if there is no such shop. */
export const wireArticles = wireSchema(
  z.object({ data: z.object({ Articles: z.array(article).nullable() }), errors: noErrors }),
)
