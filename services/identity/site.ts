import { z } from 'zod'
import type { HttpClient } from '../platform/platform.ts'
import { createMessages, type Messages } from './messages.ts'

const brandSchema = z.object({
  brand: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string(),
  defaultLocale: z.string(),
  locales: z.array(z.string()).min(1),
  logoUrl: z.string().startsWith('/'),
  theme: z.object({ light: z.record(z.string(), z.string()), dark: z.record(z.string(), z.string()) }),
  links: z.object({ customerCare: z.string(), terms: z.string(), privacy: z.string() }),
})

/** The part of a brand's public config that the pages need. */
export type Brand = z.infer<typeof brandSchema>

const catalogueSchema = z.record(z.string(), z.string())

/** The part of the site service that the pages need. */
export interface Site {
  /**
   * @param origin the origin of the brand's site
   */
  brand(origin: string): Promise<Brand>
  /** The messages of a locale. Missing messages are in English. */
  messages(locale: string): Promise<Messages>
}

const cacheMilliseconds = 60_000
const deadlineMilliseconds = 3_000
const retryMilliseconds = 3_000
const sourceLocale = 'en-GB'

/**
 * Reads brands and messages over HTTP. Answers are cached for a minute, and longer while the site service fails, so
 * that sign-in still works.
 * @throws if the site service fails and nothing is cached
 */
export function createSite(http: HttpClient, siteUrl: string): Site {
  const brands = cached((origin: string) => {
    const host = encodeURIComponent(new URL(origin).host)
    return http.call({ url: `${siteUrl}/config.json?host=${host}`, deadlineMilliseconds, answer: brandSchema })
  })
  const readCatalogue = (locale: string) => {
    const url = `${siteUrl}/locales/${encodeURIComponent(locale)}.json`
    return http.call({ url, deadlineMilliseconds, answer: catalogueSchema })
  }
  const messages = cached(async (locale: string) => {
    const [source, translated] = await Promise.all([readCatalogue(sourceLocale), readCatalogue(locale)])
    return createMessages(locale, { ...source, ...translated })
  })
  return { brand: brands, messages }
}

function cached<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const known = new Map<string, { value: Promise<Value>; until: number }>()
  return async (key) => {
    const before = known.get(key)
    if (before && before.until > Date.now()) return before.value
    const value = read(key)
    known.set(key, { value, until: Date.now() + cacheMilliseconds })
    try {
      return await value
    } catch (error) {
      if (!before) {
        known.delete(key)
        throw error
      }
      known.set(key, { value: before.value, until: Date.now() + retryMilliseconds })
      return before.value
    }
  }
}
