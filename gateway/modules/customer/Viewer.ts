import type { ViewerResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the profile of `Viewer`, and the file with all data. */
export const Viewer: Pick<ViewerResolvers, 'customer' | 'dataFile'> = {
  customer: (_viewer, _args, { loaders }) => loaders.customer(),
  dataFile: (_viewer, _args, { dataFiles }) => dataFiles.findLatest(),
}
