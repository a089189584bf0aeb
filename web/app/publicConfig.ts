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
  readonly theme: { readonly light: Readonly<Record<string, string>>; readonly dark: Readonly<Record<string, string>> }
  readonly graphqlUrl: string
  readonly authority: string
  readonly clientId: string
  readonly scope: string
  readonly uploadUrl: string
  readonly features: Readonly<Record<string, boolean>>
  /** How many days deleted photos stay in the trash; 0: there is no trash. */
  readonly trashDays: number
  readonly links: Readonly<Record<LinkName, string>>
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
  const { element, isAway } = configInPage()
  if (element && !isAway) return parsePublicConfig(JSON.parse(element.textContent))
  const response = await fetch('/config.json', {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(deadline),
  })
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`)
  return parsePublicConfig(await response.json())
}

/** Whether the services did not answer when the edge sent this page. */
export function wereServicesAway(): boolean {
  return configInPage().isAway
}

/** The last config that the edge has seen, if the services did not answer when the edge sent this page. */
export function readLastConfig(): PublicConfig | null {
  const { element, isAway } = configInPage()
  const last: unknown = isAway && element ? JSON.parse(element.textContent) : null
  return last === null ? null : parsePublicConfig(last)
}

function configInPage() {
  const element = document.getElementById('public-config')
  return { element, isAway: element?.hasAttribute('data-away') ?? false }
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
    locales: list(config['locales'], 'locales'),
    catalogues: recordOf(config['catalogues'] ?? {}, 'catalogues', string),
    logoUrl: text('logoUrl'),
    theme: {
      light: recordOf(theme['light'], 'theme.light', string),
      dark: recordOf(theme['dark'], 'theme.dark', string),
    },
    graphqlUrl: text('graphqlUrl'),
    authority: text('authority'),
    clientId: text('clientId'),
    scope: text('scope'),
    uploadUrl: url(config['uploadUrl'], 'uploadUrl'),
    features: recordOf(config['features'], 'features', boolean),
    trashDays: number(config['trashDays'] ?? 0, 'trashDays'),
    links: Object.fromEntries(linkNames.map((name) => [name, string(links[name], `links.${name}`)])) as Record<
      // The keys are all of linkNames, but the type of fromEntries does not keep them.
      LinkName,
      string
    >,
  }
}

function fail(name: string, expected: string): never {
  throw new TypeError(`The configuration's ${name} is not ${expected}`)
}

function string(value: unknown, name: string): string {
  return typeof value === 'string' && value !== '' ? value : fail(name, 'a text')
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

function list(value: unknown, name: string): string[] {
  return Array.isArray(value) ? value.map((item, index) => string(item, `${name}[${index}]`)) : fail(name, 'a list')
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
