import { IntlMessageFormat } from 'intl-messageformat'
import type { Content, Html } from './pages/html.ts'
import type { Catalogue } from './site.ts'

type Values = Readonly<Record<string, string | number>>
type Tags = Readonly<Record<string, (content: Content) => Html>>

/** Formats messages in one locale. */
export interface Messages {
  readonly locale: string
  text(id: string, values?: Values): string
  /** Formats a message that contains tags: `<terms>the terms</terms>`. */
  rich(id: string, tags: Tags, values?: Values): Content
}

export function createMessages(locale: string, catalogue: Catalogue): Messages {
  function format(id: string): IntlMessageFormat {
    const message = catalogue[id]
    if (message === undefined) throw new Error(`The catalogue has no message ${id}.`)
    return new IntlMessageFormat(message, locale)
  }
  return {
    locale,
    text: (id, values = {}) => String(format(id).format({ ...values })),
    rich(id, tags, values = {}) {
      const handlers = Object.entries(tags).map(([name, tag]) => [name, (parts: Content[]) => tag(parts)])
      return format(id).format<Content>({ ...values, ...Object.fromEntries(handlers) })
    },
  }
}

/**
 * Chooses among a brand's locales: first by the client's request (`ui_locales`), then by the browser's preferences
 * (`Accept-Language`), then the brand's default. A match of the language alone is enough.
 */
export function chooseLocale(
  brand: { readonly locales: readonly string[]; readonly defaultLocale: string },
  preferred: { readonly uiLocales: string | undefined; readonly acceptLanguage: string | undefined },
): string {
  const wanted = [...(preferred.uiLocales?.split(' ') ?? []), ...acceptedTags(preferred.acceptLanguage ?? '')]
  for (const tag of wanted) {
    const match = matchLocale(tag, brand.locales)
    if (match !== undefined) return match
  }
  return brand.defaultLocale
}

function matchLocale(tag: string, locales: readonly string[]): string | undefined {
  const wanted = tag.toLowerCase()
  const exact = locales.find((locale) => locale.toLowerCase() === wanted)
  const [language] = wanted.split('-', 1)
  return exact ?? locales.find((locale) => locale.split('-', 1)[0] === language)
}

/** The tags of an Accept-Language header, most preferred first. */
function acceptedTags(header: string): string[] {
  return header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', weight] = part.trim().split(/\s*;\s*q=/)
      return { tag, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ tag, weight }) => /^[a-z-]+$/i.test(tag) && weight > 0)
    .toSorted((left, right) => right.weight - left.weight)
    .map(({ tag }) => tag)
}
