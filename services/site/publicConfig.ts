import { originOf } from './brandOfHost.ts'
import type { Brand } from './brands.ts'

const scope = 'openid email profile'

/** The configuration for the client of a brand's site. All of it is public. */
export interface PublicConfig {
  readonly brand: string
  readonly name: string
  readonly channel: string
  readonly defaultLocale: string
  /** The locales with a catalogue, the default first. */
  readonly locales: readonly string[]
  /** The versions of the catalogues of `locales`: the client compares them with those that it was built with. */
  readonly catalogues: Readonly<Record<string, string>>
  /** A path. */
  readonly logoUrl: string
  readonly theme: Brand['theme']
  /** A path. */
  readonly graphqlUrl: string
  readonly authority: string
  readonly clientId: string
  readonly scope: string
  /** The absolute URL of the tus endpoint, on the brand's own host. */
  readonly uploadUrl: string
  readonly features: Readonly<Record<string, boolean>>
  readonly links: Brand['links']
}

/**
 * Builds the public config of a brand.
 * @param catalogues the versions of the catalogues in the folder, by locale
 */
export function publicConfigOf(
  brand: Brand,
  { publicUrl, catalogues }: { publicUrl: string; catalogues: ReadonlyMap<string, string> },
): PublicConfig {
  const locales = brand.locales.filter((locale) => catalogues.has(locale))
  const defaultLocale = locales[0]
  if (defaultLocale === undefined) throw new Error(`No locale of ${brand.name} has a catalogue.`)
  return {
    brand: brand.key,
    name: brand.name,
    channel: brand.channel,
    defaultLocale,
    locales,
    catalogues: Object.fromEntries(locales.map((locale) => [locale, catalogues.get(locale) ?? ''])),
    logoUrl: `/brands/${brand.key}/logo.svg`,
    theme: brand.theme,
    graphqlUrl: '/graphql',
    authority: `${publicUrl}/identity`,
    clientId: `${brand.key}-web`,
    scope,
    uploadUrl: `${originOf(brand, publicUrl)}/storage/files`,
    features: brand.features,
    links: brand.links,
  }
}
