import type { SiteResolvers } from '../../__generated__/resolvers.ts'
import { UpstreamError } from '../../errors/upstreamError.ts'

/** Resolves the fields of `Site`. */
export const Site: SiteResolvers = {
  locales: ({ defaultLocale, locales }) => [defaultLocale, ...locales.filter((locale) => locale !== defaultLocale)],
  links: ({ links, localLinks }, { locale }) => ({ ...links, ...(locale ? localLinks?.[locale] : undefined) }),
  currency: ({ currency }) => {
    if (currency !== undefined) return currency
    throw new UpstreamError({ code: 'UPSTREAM_INVALID_RESPONSE', upstream: 'site', detail: 'the currency is missing' })
  },
  countries: ({ countries }) => countries ?? [],
  features: ({ features }) => Object.entries(features).map(([name, enabled]) => ({ name, enabled })),
}
