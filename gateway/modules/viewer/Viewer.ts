import type { ViewerResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `Viewer`. */
export const Viewer: ViewerResolvers = {
  library: ({ accountId }) => ({ accountId }),
}
