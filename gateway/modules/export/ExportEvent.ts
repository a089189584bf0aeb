import type { ExportEventResolvers } from '../../__generated__/resolvers.ts'
import { cursors } from './cursors.ts'

/** Resolves the fields of `ExportEvent`. */
export const ExportEvent: ExportEventResolvers = {
  cursor: ({ position }, _args, context) => cursors.at(position, context),
  backupId: ({ job }) => job,
  status: ({ kind }) => kind,
  export: ({ job }, _args, { exports }) => (job === null ? null : exports.find(job)),
}
