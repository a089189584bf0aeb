import { IntlMessageFormat } from 'intl-messageformat'
import type { Brand } from './brands/brand.ts'
import { createMessageCatalogues } from './messageCatalogues.ts'
import type { Platform } from './platform.ts'

/** A brand, and the texts of one of its locales. */
export interface BrandTexts {
  readonly brand: Brand
  readonly locale: string
  /** Formats a message of the catalogue. */
  readonly text: (id: string, values?: Readonly<Record<string, string | number>>) => string
}

/** Replaces an unknown locale by the default one of the brand, and an unknown brand by the first. */
export type ReadBrandTexts = (wanted: {
  readonly locale: string | null
  /** A brand, or its key. */
  readonly brand: Brand | string | null
}) => Promise<BrandTexts>

/** Reads catalogues from their folder. They are cached for a minute. */
export function createBrandTexts({ config, brands }: Pick<Platform, 'config' | 'brands'>): ReadBrandTexts {
  const readCatalogue = createMessageCatalogues(config.localesDir)
  return async (wanted) => {
    const brand = typeof wanted.brand === 'object' && wanted.brand ? wanted.brand : brands.named(wanted.brand)
    const locale = brand.locales.find((known) => known === wanted.locale) ?? brand.defaultLocale
    const catalogue = await readCatalogue(locale)
    return {
      brand,
      locale,
      text(id, values = {}) {
        const message = catalogue[id]
        if (message === undefined) throw new Error(`The catalogue has no message ${id}.`)
        return String(new IntlMessageFormat(message, locale).format({ ...values }))
      },
    }
  }
}
