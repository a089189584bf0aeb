import { readFileSync } from 'node:fs'
import { IntlMessageFormat } from 'intl-messageformat'
import type { BrandTexts } from '../../services/platform/brandTexts.ts'
import { demoBrands } from './brands.ts'

/** The first brand, and the texts of its catalogue in this locale. */
export function brandTextsIn(locale: string): BrandTexts {
  const catalogue = JSON.parse(readFileSync(`web/locales/${locale}.json`, 'utf8'))
  return {
    brand: demoBrands[0],
    locale,
    text: (id, values = {}) => String(new IntlMessageFormat(catalogue[id], locale).format({ ...values })),
  }
}
