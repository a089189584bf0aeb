import type { ViewerResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the export fields of `Viewer`. */
export const Viewer: Pick<ViewerResolvers, 'export' | 'latestExport'> = {
  export: (_viewer, { backupId }, { exports }) => exports.find(backupId),
  latestExport: (_viewer, _args, { exports }) => exports.findLatest(),
}
