import type { IncomingHttpHeaders } from 'node:http'
import { IntlMessageFormat } from 'intl-messageformat'
import { readLocaleChoice } from '../../schema/rules/localeChoice.ts'
import { acceptedTags, localeFor } from './locales.ts'
import type { Content, Html } from './html.ts'

/** The messages of a locale by id, in ICU syntax. */
type Catalogue = Readonly<Record<string, string>>

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
  /** Parsing a message takes far longer than formatting it. */
  const parsed = new Map<string, IntlMessageFormat>()
  function format(id: string): IntlMessageFormat {
    const message = catalogue[id]
    if (message === undefined) throw new Error(`The catalogue has no message ${id}.`)
    const known = parsed.get(id) ?? new IntlMessageFormat(message, locale)
    parsed.set(id, known)
    return known
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
  return localeFor(wanted, brand.locales) ?? brand.defaultLocale
}

/**
 * The languages that a sign-in asks for. A language that the visitor has chosen on one of our pages comes before the
 * languages of the site that sent the visitor.
 * @param uiLocales the parameter `ui_locales`
 */
export function chosenOr(uiLocales: unknown, { cookie = '' }: IncomingHttpHeaders): string | undefined {
  return readLocaleChoice(cookie) ?? (typeof uiLocales === 'string' ? uiLocales : undefined)
}
