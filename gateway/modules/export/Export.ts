import type { NodeType } from '../../context.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import { instantOf } from '../../instants.ts'
import type { ExportResolvers } from '../../__generated__/resolvers.ts'
import { chunksOf } from './chunks.ts'

/** Resolves the fields of `Export`. */
export const Export: ExportResolvers = {
  id: ({ backupId }) => encodeGlobalId('Export', backupId),
  progress: ({ progress, status }) => progress ?? (status === 'READY' ? 1 : 0),
  photosCount: ({ photosCount }) => photosCount ?? null,
  missingCount: ({ missingCount }) => missingCount ?? null,
  created: ({ created }) => instantOf(created),
  updated: ({ updated }) => instantOf(updated),
  expires: ({ expires }) => instantOf(expires),
  chunks: (found) => chunksOf(found),
}

/** Loads an export by id. The service returns it only to its owner. */
export const exportNode: NodeType = {
  type: 'Export',
  load: (key, { viewer, exports }) => (viewer ? exports.find(key) : null),
}
