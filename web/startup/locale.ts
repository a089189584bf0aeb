import type { PublicConfig } from '../app/publicConfig.ts'

export const fallbackLocale = 'en-GB'

/**
 * Chooses the locale: the visitor's choice, else the browser's first language that the brand offers (first an exact match,
 * then the same language of another country), else the brand's default.
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
