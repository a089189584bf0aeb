import { z } from 'zod'
import { currencies } from '../platform/money.ts'
import { type Brand, featuresAt, originAt } from '../platform/brands/brand.ts'

const scope = 'openid email profile'
const customProperties = z.record(z.string(), z.string()).describe('CSS custom properties.')
const kinds = z.array(z.enum(['card', 'directDebit']))
const link = z.string().describe('A URL of http or https, or a path.')

const script = z.string().nullable()

const links = z.object({
  faq: link,
  customerCare: link,
  storeFront: link,
  terms: link,
  privacy: link,
  editor: link.describe('Takes `productCode` and `tempSelectionId` in its query.'),
})

/** What the client of a brand reads. All of it is public. */
export const publicConfigSchema = z
  .object({
    brand: z.string(),
    name: z.string(),
    channel: z.string(),
    defaultLocale: z.string(),
    locales: z.array(z.string()).describe('The locales that have a catalogue, the default first.'),
    catalogues: z
      .record(z.string(), z.string())
      .describe(
        'The versions of the catalogues of `locales`: the client compares them with the versions that it was built with.',
      ),
    logoUrl: z.string().describe('The path of an SVG.'),
    mailLogoUrl: z.string().describe('The path of a PNG of 96 × 96 pixels: most mail programs show no SVG.'),
    theme: z.object({
      common: customProperties.describe('The radii of corners, and the fonts if the brand has its own.'),
      light: customProperties,
      dark: customProperties,
    }),
    fonts: z
      .array(z.object({ family: z.string(), url: z.string().describe('A path.'), weight: z.string() }))
      .describe('The fonts that `theme` uses. Empty: the theme uses the fonts of the client.'),
    currency: z.enum(currencies),
    countries: z.array(z.string()).describe('The countries where the brand sells, its home country first.'),
    vatId: z.string().describe('The VAT id of the company that sells.'),
    graphqlUrl: z.string().describe('A path.'),
    authority: z.string(),
    clientId: z.string(),
    scope: z.string(),
    uploadUrl: z.string().describe('The tus endpoint on the brand’s own host, absolute.'),
    features: z.record(z.string(), z.boolean()).describe('Such as `PhotoManagementTimelineViewEnabled`.'),
    trashDays: z
      .number()
      .int()
      .min(0)
      .max(365)
      .describe('How many days deleted photos stay in the trash; 0: there is no trash.'),
    quotaBytes: z.number().int().min(1).nullable().describe('How many bytes each customer may store; null: no limit.'),
    paymentMethods: z
      .object({ personal: kinds, business: kinds })
      .describe('The kinds of payment methods that customers may store, by the kind of their account.'),
    links,
    localLinks: z
      .record(z.string(), links.partial())
      .describe('The links that differ from `links` in a locale, by locale.'),
    consentScript: script.describe(
      'A script that is loaded when the visitor allows analytics or marketing. Null: no script.',
    ),
    feedbackScript: script.describe(
      'The feedback widget, loaded when the visitor allows analytics: `{id}` is the placeholder for the id of the widget. Null: no widget.',
    ),
    feedbackWidgets: z.record(z.string(), z.string()).describe('The ids of the feedback widget, by locale.'),
  })
  .meta({ id: 'PublicConfig' })

type PublicConfig = z.infer<typeof publicConfigSchema>

/**
 * Builds the public config of a brand at one of its hosts.
 * @param catalogues the versions of the catalogues in the folder, by locale
 */
export function publicConfigOf(
  brand: Brand,
  { host, catalogues }: { readonly host: string; readonly catalogues: ReadonlyMap<string, string> },
): PublicConfig {
  const { locales, defaultLocale, theme } = brand
  return {
    brand: brand.key,
    name: brand.name,
    channel: brand.channel,
    defaultLocale,
    locales: [...locales],
    catalogues: Object.fromEntries(locales.map((locale) => [locale, catalogues.get(locale) ?? ''])),
    logoUrl: brand.logoUrl,
    mailLogoUrl: brand.mailLogoUrl,
    theme: { common: { ...theme.common }, light: { ...theme.light }, dark: { ...theme.dark } },
    fonts: [...brand.fontFaces],
    currency: brand.currency,
    countries: [...brand.countries],
    vatId: brand.seller.vatId,
    graphqlUrl: '/graphql',
    authority: brand.issuer,
    clientId: brand.clientId,
    scope,
    uploadUrl: `${originAt(brand, host)}/storage/files`,
    features: featuresAt(brand, host),
    trashDays: brand.trashDays,
    quotaBytes: brand.quotaBytes,
    paymentMethods: {
      personal: [...brand.paymentMethods.personal],
      business: [...brand.paymentMethods.business],
    },
    links: brand.links,
    localLinks: brand.localLinks,
    consentScript: brand.consentScript,
    feedbackScript: brand.feedbackScript,
    feedbackWidgets: brand.feedbackWidgets,
  }
}
