import type { PublicConfig } from '../app/publicConfig.ts'

export const fallbackLocale = 'en-GB'
const storageKey = 'keepsake.locale'

/**
 * The locale to speak: the one chosen before, else the first of the browser's that the brand offers (exactly, then
 * by language), else the brand's own.
 */
export function chooseLocale(
  config: Pick<PublicConfig, 'locales' | 'defaultLocale'>,
  languages: readonly string[],
  chosen: string | null,
): string {
  if (chosen !== null && config.locales.includes(chosen)) return chosen
  for (const language of languages) {
    const exact = config.locales.find((locale) => locale.toLowerCase() === language.toLowerCase())
    if (exact) return exact
    const base = language.split('-')[0]?.toLowerCase()
    const related = config.locales.find((locale) => locale.split('-')[0]?.toLowerCase() === base)
    if (related) return related
  }
  return config.defaultLocale
}

export function storedLocale(): string | null {
  return localStorage.getItem(storageKey)
}

/** The catalogue of a locale; what it lacks is English. */
export async function loadMessages(locale: string): Promise<Record<string, string>> {
  const [fallback, own] = await Promise.all([
    fetchCatalogue(fallbackLocale),
    locale === fallbackLocale ? undefined : fetchCatalogue(locale).catch(() => undefined),
  ])
  return { ...fallback, ...own }
}

async function fetchCatalogue(locale: string): Promise<Record<string, string>> {
  const response = await fetch(`/locales/${encodeURIComponent(locale)}.json`)
  if (!response.ok) throw new Error(`The catalogue ${locale} answered ${response.status}`)
  const catalogue: unknown = await response.json()
  if (typeof catalogue !== 'object' || catalogue === null) throw new TypeError(`The catalogue ${locale} is no object`)
  return Object.fromEntries(
    Object.entries(catalogue).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
