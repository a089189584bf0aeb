import type { SiteResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `Site`. */
export const Site: SiteResolvers = {
  locales: ({ defaultLocale, locales }) => [defaultLocale, ...locales.filter((locale) => locale !== defaultLocale)],
  links: ({ links, localLinks }, { locale }) => ({ ...links, ...(locale ? localLinks?.[locale] : undefined) }),
  features: ({ features }) => Object.entries(features).map(([name, enabled]) => ({ name, enabled })),
}
