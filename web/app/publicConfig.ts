/** The public config of the page's host. */
export interface PublicConfig {
  readonly brand: string
  readonly name: string
  readonly channel: string
  readonly defaultLocale: string
  readonly locales: readonly string[]
  /** Versions of the message catalogues, by locale. Empty when the site service gives none. */
  readonly catalogues: Readonly<Record<string, string>>
  readonly logoUrl: string
  /** CSS custom properties. `common` has the radii of corners, and the fonts if the brand has its own. */
  readonly theme: Readonly<Record<'common' | 'light' | 'dark', Readonly<Record<string, string>>>>
  /** The fonts that the theme names. */
  readonly fonts: readonly Readonly<Record<'family' | 'url' | 'weight', string>>[]
  readonly graphqlUrl: string
  readonly authority: string
  readonly clientId: string
  readonly scope: string
  readonly uploadUrl: string
  readonly features: Readonly<Record<string, boolean>>
  /** How many days deleted photos stay in the trash; 0: there is no trash. */
  readonly trashDays: number
  readonly links: Readonly<Record<LinkName, string>>
  /** For each locale, the links that differ from `links`. */
  readonly localLinks: Readonly<Record<string, Readonly<Partial<Record<LinkName, string>>>>>
  /** The config as it was received. Parts of the client that load after the first view read further fields of it. */
  readonly received: Readonly<Record<string, unknown>>
}

/** The config of a page in a locale: its links are those of the locale. */
export function configIn(config: PublicConfig, locale: string): PublicConfig {
  return { ...config, links: { ...config.links, ...config.localLinks[locale] } }
}

/** The names of the links in the config. `editor` is where customers order prints. */
export type LinkName = 'faq' | 'customerCare' | 'storeFront' | 'terms' | 'privacy' | 'editor'

const linkNames = ['faq', 'customerCare', 'storeFront', 'terms', 'privacy', 'editor'] as const

/** How long (ms) to wait for the config when it must be fetched. */
const deadline = 5_000

/**
 * Reads the config from the page, where the edge has put it. In development, and if the services did not answer the
 * edge, fetches the config. Throws when the config cannot be fetched or is invalid.
 */
export async function readPublicConfig(): Promise<PublicConfig> {
  const element = publicConfigElement()
  if (element && awayMark() === undefined) return parsePublicConfig(JSON.parse(element.textContent))
  const response = await fetch('/config.json', {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(deadline),
  })
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`)
  return parsePublicConfig(await response.json())
}

/**
 * Undefined if the services answered when the edge sent this page. `reload` and `back`: the edge sent it in place of a
 * page of the services. When these answer again, the URL must be loaded again, or the browser must go back to the form
 * that was sent (edge/page.ts). Empty: the page is one of the client.
 */
export function awayMark(): string | undefined {
  return publicConfigElement()?.dataset['away']
}

function publicConfigElement(): HTMLElement | null {
  return document.getElementById('public-config')
}

/**
 * Validates the config by hand, because a schema library would add a tenth to the first view's scripts.
 * @throws TypeError that names the first invalid field
 */
export function parsePublicConfig(value: unknown): PublicConfig {
  const config = record(value, 'config')
  const theme = record(config['theme'], 'theme')
  const links = record(config['links'], 'links')
  const text = (name: string) => string(config[name], name)
  return {
    brand: text('brand'),
    name: text('name'),
    channel: text('channel'),
    defaultLocale: text('defaultLocale'),
    locales: items(config['locales'], 'locales', string),
    catalogues: recordOf(config['catalogues'] ?? {}, 'catalogues', string),
    logoUrl: text('logoUrl'),
    theme: {
      common: recordOf(theme['common'] ?? {}, 'theme.common', string),
      light: recordOf(theme['light'], 'theme.light', string),
      dark: recordOf(theme['dark'], 'theme.dark', string),
    },
    fonts: items(config['fonts'] ?? [], 'fonts', fontOf),
    graphqlUrl: text('graphqlUrl'),
    authority: text('authority'),
    clientId: text('clientId'),
    scope: text('scope'),
    uploadUrl: url(config['uploadUrl'], 'uploadUrl'),
    features: recordOf(config['features'], 'features', boolean),
    trashDays: number(config['trashDays'] ?? 0, 'trashDays'),
    links: Object.fromEntries(linkNames.map((name) => [name, string(links[name], `links.${name}`)])) as Record<
      // The object has exactly the keys of linkNames, but the return type of fromEntries does not name them.
      LinkName,
      string
    >,
    localLinks: recordOf(config['localLinks'] ?? {}, 'localLinks', (own, name) => recordOf(own, name, string)),
    received: config,
  }
}

function fontOf(value: unknown, name: string): PublicConfig['fonts'][number] {
  const font = record(value, name)
  const text = (field: string) => string(font[field], `${name}.${field}`)
  return { family: text('family'), url: text('url'), weight: text('weight') }
}

function fail(name: string, expected: string): never {
  throw new TypeError(`The configuration's ${name} is not ${expected}`)
}

function string(value: unknown, name: string): string {
  return typeof value === 'string' && value !== '' ? value : fail(name, 'a non-empty text')
}

function boolean(value: unknown, name: string): boolean {
  return typeof value === 'boolean' ? value : fail(name, 'true or false')
}

function number(value: unknown, name: string): number {
  return typeof value === 'number' ? value : fail(name, 'a number')
}

function url(value: unknown, name: string): string {
  return typeof value === 'string' && URL.canParse(value) ? value : fail(name, 'an absolute URL')
}

function items<Item>(value: unknown, name: string, check: (item: unknown, name: string) => Item): Item[] {
  return Array.isArray(value) ? value.map((item, index) => check(item, `${name}[${index}]`)) : fail(name, 'a list')
}

function record(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail(name, 'an object')
  // Any object that is neither null nor an array can be read by name.
  return value as Record<string, unknown>
}

function recordOf<Value>(
  value: unknown,
  name: string,
  check: (value: unknown, name: string) => Value,
): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(record(value, name)).map(([key, item]) => [key, check(item, `${name}.${key}`)]),
  )
}
