import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { z } from 'zod'
import type { Platform } from './platform.ts'

/** Mails write colours into a style sheet, so a colour must not contain anything else. */
const colour = z.string().regex(/^[\w\s#().,%/-]+$/)
const colours = z.object({ '--brand-accent': colour, '--brand-on-accent': colour })
const brandSchema = z.object({
  name: z.string(),
  defaultLocale: z.string(),
  locales: z.array(z.string()),
  uploadUrl: z.url(),
  /** A path of the brand's site. */
  logoUrl: z.string().optional(),
  /** The path of a PNG at the site service. */
  mailLogoUrl: z.string().startsWith('/').optional(),
  theme: z.object({ light: colours, dark: colours.optional() }),
  links: z.object({ storeFront: z.string(), customerCare: z.string() }),
})
const catalogueSchema = z.record(z.string(), z.string())
const cacheMilliseconds = 60_000

export type BrandColours = z.infer<typeof colours>

/** A brand, and the texts of one of its locales. */
export interface BrandTexts {
  readonly brand: z.infer<typeof brandSchema>
  readonly locale: string
  /** Formats a message of the catalogue. */
  readonly text: (id: string, values?: Readonly<Record<string, string | number>>) => string
}

/** Replaces an unknown locale or brand by the default one. */
export type ReadBrandTexts = (wanted: {
  readonly locale: string | null
  /** The key of the brand. */
  readonly brand: string | null
}) => Promise<BrandTexts>

/**
 * Reads catalogues from their folder and brands from the site service. Both are cached for a minute. The returned
 * function throws an UpstreamError if the site service fails.
 */
export function createBrandTexts({ config, http }: Pick<Platform, 'config' | 'http'>): ReadBrandTexts {
  const host = new URL(config.publicUrl).host
  const catalogueOf = withCache(async (locale) =>
    catalogueSchema.parse(JSON.parse(await readFile(join(config.localesDir, `${locale}.json`), 'utf8'))),
  )
  // The site service takes the brand from the host name `<brand>.<host>`. An unknown brand yields the first one.
  const brandOf = withCache((key) =>
    http.call({
      url: `${config.urls.site}/config.json?host=${encodeURIComponent(`${key}.${host}`)}`,
      answer: brandSchema,
    }),
  )
  return async (wanted) => {
    const brand = await brandOf(/^[a-z0-9-]+$/.exec(wanted.brand ?? '')?.[0] ?? 'www')
    const locale = brand.locales.find((known) => known === wanted.locale) ?? brand.defaultLocale
    const catalogue = await catalogueOf(locale)
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

/** Caches answers for a minute. Failures are not cached. */
function withCache<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const known = new Map<string, { readonly value: Promise<Value>; readonly until: number }>()
  return async (key) => {
    const before = known.get(key)
    if (before && before.until > Date.now()) return before.value
    const value = read(key)
    known.set(key, { value, until: Date.now() + cacheMilliseconds })
    value.catch(() => known.delete(key))
    return value
  }
}
