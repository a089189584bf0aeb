import type { DataFileFailure, DataFileResolvers } from '../../__generated__/resolvers.ts'
import type { NodeType } from '../../context.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'

const failures = new Map<string, DataFileFailure>([
  ['SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE'],
  ['NOT_IN_TIME', 'NOT_IN_TIME'],
])

/** Resolves the fields of `DataFile`. */
export const DataFile: DataFileResolvers = {
  id: ({ fileId }) => encodeGlobalId('DataFile', fileId),
  failure: ({ failure }) => failures.get(failure ?? '') ?? null,
}

/** Loads a file by id. The service returns it only to its owner. */
export const dataFileNode: NodeType = {
  type: 'DataFile',
  load: (key, { viewer, dataFiles }) => (viewer ? dataFiles.find(key) : null),
}
