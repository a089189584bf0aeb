import type { BrandFile } from './brandFile.ts'
import { type Theme, themeOf } from './theme.ts'

/** A picture of a brand, from its folder. */
export interface BrandPicture {
  readonly type: string
  readonly content: Buffer
}

/** A brand of the retailer: its file, and what follows from it. */
export interface Brand extends Omit<BrandFile, 'colours'> {
  /** The name of its file. Rows of the database and the ids of sign-in clients contain it. */
  readonly key: string
  /** Its locales that have a catalogue, the default first. */
  readonly locales: BrandFile['locales']
  readonly defaultLocale: BrandFile['locales'][number]
  /** The origins of its site in browsers. */
  readonly origins: readonly string[]
  /** The main origin, where links in mails lead: `http://lumina.localhost:4000`. */
  readonly origin: string
  /** The id of the sign-in client of its site. */
  readonly clientId: string
  readonly theme: Theme
  /** The path of the logo on each host. */
  readonly logoUrl: string
  /** The path of the logo as a PNG of 96 × 96 pixels: most mail programs show no SVG. */
  readonly mailLogoUrl: string
  /** Its pictures, by the name of the file. */
  readonly pictures: ReadonlyMap<string, BrandPicture>
}

/** What the file of a brand does not say. */
interface BrandPlace {
  readonly key: string
  readonly publicUrl: string
  /** The locales that have a catalogue. */
  readonly catalogues: ReadonlySet<string>
  readonly pictures: ReadonlyMap<string, BrandPicture>
}

/** Null if none of the brand's locales has a catalogue. */
export function toBrand(file: BrandFile, { key, publicUrl, catalogues, pictures }: BrandPlace): Brand | null {
  const { colours, ...rest } = file
  const locales = file.locales.filter((locale) => catalogues.has(locale))
  const [defaultLocale] = locales
  if (defaultLocale === undefined) return null
  const main = originOf(file.subdomain, publicUrl)
  const { protocol } = new URL(publicUrl)
  const origins = [...file.hosts.map(({ host }) => new URL(`${protocol}//${host}`).origin), main]
  return {
    ...rest,
    key,
    locales,
    defaultLocale,
    origins,
    origin: origins[0] ?? main,
    clientId: `${key}-web`,
    theme: themeOf({ colours }),
    logoUrl: `/brands/${key}/logo.svg`,
    mailLogoUrl: `/brands/${key}/logo.png`,
    pictures,
  }
}

function originOf(subdomain: string | null, publicUrl: string): string {
  const url = new URL(publicUrl)
  if (subdomain !== null) url.host = `${subdomain}.${url.host}`
  return url.origin
}

/** A host without its port, in small letters. */
export function hostNameOf(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '')
}

/** The origin of a brand's site at a host. A host of the machine itself has the main origin. */
export function originAt({ origins, origin }: Pick<Brand, 'origins' | 'origin'>, host: string): string {
  return origins.find((one) => hostNameOf(new URL(one).host) === hostNameOf(host)) ?? origin
}

/** The feature flags of a brand at a host. */
export function featuresAt({ features, hosts }: Pick<Brand, 'features' | 'hosts'>, host: string): Brand['features'] {
  const own = hosts.find((one) => hostNameOf(one.host) === hostNameOf(host))
  return { ...features, ...own?.features }
}
