import { badInput } from '../../errors/codes.ts'
import type { QueryResolvers, SiteResolvers } from '../../__generated__/resolvers.ts'

const hostPattern = /^[a-z0-9.-]{1,253}(:\d{1,5})?$/i

/** `Query.site` */
export const site: NonNullable<QueryResolvers['site']> = (_root, { host }, context) => {
  const asked = host ?? context.host
  if (!hostPattern.test(asked)) throw badInput('"host" is not a host name, such as shop.example or localhost:4000.')
  return context.site.getSite(asked)
}

/** `Site` */
export const Site: SiteResolvers = {
  locales: ({ defaultLocale, locales }) => [defaultLocale, ...locales.filter((locale) => locale !== defaultLocale)],
  features: ({ features }) => Object.entries(features).map(([name, enabled]) => ({ name, enabled })),
}
