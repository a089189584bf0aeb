import { badInput } from '../../../errors/codes.ts'
import type { QueryResolvers } from '../../../__generated__/resolvers.ts'

const hostPattern = /^[a-z0-9.-]{1,253}(:\d{1,5})?$/i

/** Resolves `Query.site`. */
export const site: NonNullable<QueryResolvers['site']> = (_root, { host }, context) => {
  const asked = host ?? context.host
  if (!hostPattern.test(asked)) throw badInput('"host" is not a host name, such as shop.example or localhost:4000.')
  return context.site.getSite(asked)
}
