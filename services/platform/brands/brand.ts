import { createHash } from 'node:crypto'
import type { BrandFile, BrandFont, Links } from './brandFile.ts'
import { type Theme, themeOf } from './theme.ts'

/** A picture or a font of a brand, from its folder. */
export interface BrandAsset {
  readonly type: string
  /** Changes with the content. */
  readonly version: string
  readonly content: Buffer
}

/** A brand of the retailer: its file, and what follows from it. */
export interface Brand extends BrandFile {
  /** The name of its file. Rows of the database and the ids of sign-in clients contain it. */
  readonly key: string
  /** Its locales that have a catalogue, the default first. */
  readonly locales: BrandFile['locales']
  readonly defaultLocale: BrandFile['locales'][number]
  /** The origins of its site in browsers. */
  readonly origins: readonly string[]
  /** The main origin, where links in mails lead: `http://lumina.localhost:4000`. */
  readonly origin: string
  /** The OpenID issuer of its customers' sign-ins. */
  readonly issuer: string
  /** The id of the sign-in client of its site. */
  readonly clientId: string
  readonly theme: Theme
  /** The path of the logo on each host. */
  readonly logoUrl: string
  /** The path of the logo as a PNG of 96 × 96 pixels: most mail programs show no SVG. */
  readonly mailLogoUrl: string
  /**
   * The path of the picture beside the form of the sign-in pages. Null: the pages show a surface in the brand's colour
   * instead.
   */
  readonly signInPictureUrl: string | null
  /** The brand's own fonts, each once. Empty: the brand uses the fonts of the design system. */
  readonly fontFaces: readonly BrandFontFace[]
  /** Its pictures and fonts, by the name of the file. */
  readonly assets: ReadonlyMap<string, BrandAsset>
}

/** A font that pages load. */
export interface BrandFontFace {
  readonly family: string
  /** A path on each host. It changes with the file, so that browsers can keep the file. */
  readonly url: string
  /** Such as `200 900`. */
  readonly weight: string
}

/** The properties of a brand that are not in its file. */
interface BrandPlace {
  readonly key: string
  readonly publicUrl: string
  /** The locales that have a catalogue. */
  readonly catalogues: ReadonlySet<string>
  readonly assets: ReadonlyMap<string, BrandAsset>
}

/** The brand that a file describes. Null if none of its locales has a catalogue. */
export function toBrand(file: BrandFile, { key, publicUrl, catalogues, assets }: BrandPlace): Brand | null {
  const locales = file.locales.filter((locale) => catalogues.has(locale))
  const [defaultLocale] = locales
  if (defaultLocale === undefined) return null
  const main = originOf(file.subdomain, publicUrl)
  const { protocol } = new URL(publicUrl)
  const urlOf = (name: string) => {
    const asset = assets.get(name)
    return asset ? `/brands/${key}/${name}?v=${asset.version}` : null
  }
  const origins = [...file.hosts.map(({ host }) => new URL(`${protocol}//${host}`).origin), main]
  return {
    ...file,
    key,
    locales,
    defaultLocale,
    origins,
    origin: origins[0] ?? main,
    issuer: issuerOf(publicUrl, file.authority),
    clientId: `${key}-web`,
    theme: themeOf(file),
    logoUrl: `/brands/${key}/logo.svg`,
    mailLogoUrl: `/brands/${key}/logo.png`,
    signInPictureUrl: urlOf('sign-in.svg'),
    fontFaces: fontFacesOf(file, urlOf),
    assets,
  }
}

/** The OpenID issuer of an authority. Our own issuer if the authority is null. */
export function issuerOf(publicUrl: string, authority: string | null): string {
  const own = `${publicUrl}/identity`
  return authority === null ? own : `${own}/authorities/${authority}`
}

function originOf(subdomain: string | null, publicUrl: string): string {
  const url = new URL(publicUrl)
  if (subdomain !== null) url.host = `${subdomain}.${url.host}`
  return url.origin
}

function fontFacesOf({ fonts }: BrandFile, urlOf: (name: string) => string | null): BrandFontFace[] {
  const used: readonly BrandFont[] = fonts ? [fonts.text, fonts.display] : []
  return [...new Map(used.map((font) => [font.family, font])).values()].flatMap(({ family, file, weights }) => {
    const url = urlOf(file)
    return url === null ? [] : [{ family, url, weight: weights }]
  })
}

export function toAsset(type: string, content: Buffer): BrandAsset {
  return { type, content, version: createHash('sha256').update(content).digest('base64url').slice(0, 12) }
}

/** The links of a brand in a locale, as its file has them: URLs, and paths at the hosts of the brand. */
export function writtenLinksIn({ links, localLinks }: Pick<Brand, 'links' | 'localLinks'>, locale: string): Links {
  const own = Object.entries(localLinks).find(([known]) => known === locale)?.[1]
  return { ...links, ...own }
}

/**
 * The links of a brand in a locale, as whole URLs: mails have no host, and the sign-in pages are at another host. A
 * path is at the brand's main host.
 */
export function linksIn(brand: Pick<Brand, 'links' | 'localLinks' | 'origin'>, locale: string): Links {
  const written = writtenLinksIn(brand, locale)
  const whole = (name: keyof Links) => new URL(written[name], brand.origin).href
  return {
    faq: whole('faq'),
    customerCare: whole('customerCare'),
    storeFront: whole('storeFront'),
    terms: whole('terms'),
    privacy: whole('privacy'),
    editor: whole('editor'),
  }
}

/** The hosts of a brand's shop, in all its locales, now and earlier. Orders name one of them. */
function shopHostsOf({
  links,
  localLinks,
  origins,
  formerShopHosts,
}: Pick<Brand, 'links' | 'localLinks' | 'origins' | 'formerShopHosts'>): string[] {
  const current = shopsOf({ links, localLinks }).flatMap((url) =>
    origins.map((origin) => new URL(url, origin).hostname),
  )
  return [...new Set([...current, ...formerShopHosts])]
}

/**
 * The hosts of shops that the file of a brand names. A shop that is given as a path adds no host: it is at the brand's
 * own hosts.
 */
export function namedShopHostsOf(brand: Pick<Brand, 'links' | 'localLinks' | 'formerShopHosts'>): string[] {
  const urls = shopsOf(brand).filter((url) => !url.startsWith('/'))
  return [...new Set([...urls.map((url) => new URL(url).hostname), ...brand.formerShopHosts])]
}

function shopsOf({ links, localLinks }: Pick<Brand, 'links' | 'localLinks'>): string[] {
  return [links.storeFront, ...Object.values(localLinks).flatMap(({ storeFront }) => storeFront ?? [])]
}

/** The brand whose shop has, or had earlier, the host of this URL. Undefined for the shop of no brand. */
export function brandOfShop(brands: readonly Brand[], shopUrl: string): Brand | undefined {
  const host = URL.canParse(shopUrl) ? new URL(shopUrl).hostname : ''
  return brands.find((brand) => shopHostsOf(brand).includes(host))
}

/** The shop of a brand, with a slash at the end, because the URLs of reorders are below it. */
export function shopUrlOf(brand: Brand): string {
  return linksIn(brand, brand.defaultLocale).storeFront.replace(/\/*$/, '/')
}

/** Where the shop of an order is today: an earlier host is replaced by the shop of its brand. */
export function currentShop(brands: readonly Brand[], shopUrl: string): string {
  const brand = brandOfShop(brands, shopUrl)
  return brand?.formerShopHosts.includes(new URL(shopUrl).hostname) ? shopUrlOf(brand) : shopUrl
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
