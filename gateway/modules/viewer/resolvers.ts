import type { QueryResolvers, ViewerResolvers } from '../../__generated__/resolvers.ts'

/** `Query.viewer` */
export const viewer: NonNullable<QueryResolvers['viewer']> = (_root, _args, context) => context.viewer

/** `Viewer` */
export const Viewer: ViewerResolvers = {
  library: ({ accountId }) => ({ accountId }),
}
