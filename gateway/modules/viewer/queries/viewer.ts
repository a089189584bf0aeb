import type { QueryResolvers } from '../../../__generated__/resolvers.ts'

/** Resolves `Query.viewer`. */
export const viewer: NonNullable<QueryResolvers['viewer']> = (_root, _args, context) => context.viewer
