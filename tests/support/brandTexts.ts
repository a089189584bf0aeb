import { readFileSync } from 'node:fs'
import { IntlMessageFormat } from 'intl-messageformat'
import type { BrandTexts } from '../../services/platform/brandTexts.ts'
import { brands } from '../../services/site/brands.ts'

/** The first brand, and the texts of its catalogue in this locale, without the site service. */
export function brandTextsIn(locale: string): BrandTexts {
  const catalogue = JSON.parse(readFileSync(`web/locales/${locale}.json`, 'utf8'))
  const [{ name, theme, links }] = brands
  return {
    brand: { name, theme, links, defaultLocale: 'en-GB', locales: [locale], uploadUrl: 'https://keepsake.example/' },
    locale,
    text: (id, values = {}) => String(new IntlMessageFormat(catalogue[id], locale).format({ ...values })),
  }
}
