import type { QueryResolvers } from '../../../__generated__/resolvers.ts'

/** Resolves `Query.book`. Needs no viewer, because the token of the link grants access. */
export const book: NonNullable<QueryResolvers['book']> = async (_root, { token }, { gallery }) => {
  const found = await gallery.findBook(token)
  return found && { ...found, token }
}
