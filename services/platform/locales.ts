import { z } from 'zod'

/** The locales of all brands. The first is the default. */
export const locales = [
  'en-GB',
  'nl-NL',
  'nl-BE',
  'fr-FR',
  'fr-BE',
  'de-DE',
  'es-ES',
  'it-IT',
  'sv-SE',
  'da-DK',
  'nb-NO',
] as const

export type Locale = (typeof locales)[number]

/** One text in every locale. */
export const textsSchema = z.record(z.enum(locales), z.string().min(1).max(200))

export type Texts = z.infer<typeof textsSchema>

const longestHeader = 500

/**
 * The locale that fits an `Accept-Language` header best. The language alone is enough: `fr-CA` gets `fr-FR`. Without a
 * match: `en-GB`.
 */
export function localeOf(acceptLanguage: string | undefined): Locale {
  return localeFor(acceptedTags(acceptLanguage ?? ''), locales) ?? locales[0]
}

/**
 * The known locale for the first tag that has one. A locale of the same language is enough. Undefined if no tag has a
 * known locale.
 */
export function localeFor<Known extends string>(tags: readonly string[], known: readonly Known[]): Known | undefined {
  for (const tag of tags) {
    const wanted = tag.toLowerCase()
    const [language] = wanted.split('-', 1)
    const exact = known.find((locale) => locale.toLowerCase() === wanted)
    const found = exact ?? known.find((locale) => locale.split('-', 1)[0] === language)
    if (found !== undefined) return found
  }
  return undefined
}

/** The tags of an `Accept-Language` header, most preferred first. */
export function acceptedTags(header: string): string[] {
  return header
    .slice(0, longestHeader)
    .split(',')
    .map((part) => {
      const [tag = '', weight] = part.trim().split(/\s*;\s*q=/)
      return { tag, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ tag, weight }) => /^[a-z-]+$/i.test(tag) && weight > 0)
    .toSorted((left, right) => right.weight - left.weight)
    .map(({ tag }) => tag)
}
