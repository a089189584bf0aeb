import { codedError, unauthenticated } from '../../../errors/codes.ts'
import { checkLocale } from '../../shared/locale.ts'
import type { QueryResolvers } from '../../../__generated__/resolvers.ts'

/** Resolves `Query.product`. */
export const product: NonNullable<QueryResolvers['product']> = async (_root, { code, locale }, context) => {
  if (!context.viewer) throw unauthenticated()
  const found = await context.loaders.product(checkLocale(locale)).load(code)
  if (!found) throw codedError('NOT_FOUND', 'There is no product with this code.')
  return found
}
