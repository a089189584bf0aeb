import type { ViewerResolvers } from '../../__generated__/resolvers.ts'

/** `Viewer` */
export const Viewer: ViewerResolvers = {
  library: ({ accountId }) => ({ accountId }),
}
