import type { ViewerResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the profile of `Viewer`. */
export const Viewer: Pick<ViewerResolvers, 'customer'> = {
  customer: (_viewer, _args, { loaders }) => loaders.customer(),
}
