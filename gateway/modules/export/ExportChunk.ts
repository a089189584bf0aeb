import type { NodeType } from '../../context.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import type { ExportChunkResolvers } from '../../__generated__/resolvers.ts'
import { chunksOf } from './chunks.ts'

/** Resolves the fields of `ExportChunk`. */
export const ExportChunk: ExportChunkResolvers = {
  id: ({ backupId, iteration }) => encodeGlobalId('ExportChunk', `${backupId}:${iteration}`),
  checksum: ({ checksum }) => checksum ?? null,
  fileName: ({ fileName }) => fileName ?? null,
  url: ({ backupId, iteration }, _args, { exports }) => exports.findChunkUrl(backupId, iteration),
}

/** Loads a file of an export by id. The id consists of the export's id and the file's number. */
export const exportChunkNode: NodeType = {
  type: 'ExportChunk',
  async load(key, { viewer, exports }) {
    const [, backupId, iteration] = /^(.+):(\d{1,10})$/.exec(key) ?? []
    if (!viewer || backupId === undefined) return null
    const found = await exports.find(backupId)
    return found ? (chunksOf(found).find((chunk) => String(chunk.iteration) === iteration) ?? null) : null
  },
}
