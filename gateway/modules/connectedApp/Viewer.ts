import type { ViewerResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the field of `Viewer` about connected apps. */
export const Viewer: Pick<ViewerResolvers, 'connectedApps'> = {
  connectedApps: (_viewer, _args, { connectedApps }) => connectedApps.list(),
}
