import type { NodeType } from '../../context.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import { instantOf } from '../../upstream/live/jobFacts.ts'
import type { ExportChunkResolvers, ExportResolvers, ViewerResolvers } from '../../__generated__/resolvers.ts'
import type { ExportChunkModel, ExportModel } from './models.ts'

/** `Export` */
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

/** `ExportChunk` */
export const ExportChunk: ExportChunkResolvers = {
  id: ({ backupId, iteration }) => encodeGlobalId('ExportChunk', `${backupId}:${iteration}`),
  checksum: ({ checksum }) => checksum ?? null,
  fileName: ({ fileName }) => fileName ?? null,
  url: ({ backupId, iteration }, _args, { exports }) => exports.findChunkUrl(backupId, iteration),
}

/** The export fields of `Viewer`. */
export const viewerExports: Pick<ViewerResolvers, 'export' | 'latestExport'> = {
  export: (_viewer, { backupId }, { exports }) => exports.find(backupId),
  latestExport: (_viewer, _args, { exports }) => exports.findLatest(),
}

/** Loads an export by id. The service returns it only to its owner. */
export const exportNode: NodeType = {
  type: 'Export',
  load: (key, { viewer, exports }) => (viewer ? exports.find(key) : null),
}

/** Loads a file of an export by id, which is the export's id and the file's number. */
export const exportChunkNode: NodeType = {
  type: 'ExportChunk',
  async load(key, { viewer, exports }) {
    const [, backupId, iteration] = /^(.+):(\d{1,10})$/.exec(key) ?? []
    if (!viewer || backupId === undefined) return null
    const found = await exports.find(backupId)
    return found ? (chunksOf(found).find((chunk) => String(chunk.iteration) === iteration) ?? null) : null
  },
}

function chunksOf(found: ExportModel): ExportChunkModel[] {
  if (found.status !== 'READY') return []
  const { backupId, chunks } = found
  return chunks.toSorted((one, other) => one.iteration - other.iteration).map((chunk) => ({ ...chunk, backupId }))
}
