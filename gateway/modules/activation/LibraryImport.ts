import type { NodeType } from '../../context.ts'
import { instantOf } from '../../instants.ts'
import { type PagedList, connectionOf } from '../../relay/connection.ts'
import { listScope } from '../../relay/cursor.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import type { LibraryImportResolvers } from '../../__generated__/resolvers.ts'
import type { ImportFailureModel, ImportedAlbumModel } from './models.ts'

const defaultFirst = 50
const states = { started: 'STARTED', finished: 'FINISHED', error: 'ERROR' } as const

/** Resolves the fields of `LibraryImport`. */
export const LibraryImport: LibraryImportResolvers = {
  id: ({ id }) => encodeGlobalId('LibraryImport', id),
  state: ({ state }) => states[state],
  started: ({ started }) => instantOf(started),
  finished: ({ finished }) => instantOf(finished),
  foundCount: ({ foundCount }) => foundCount ?? null,
  albums: ({ id }, page, { activation }) => {
    const list: PagedList<ImportedAlbumModel> = {
      scope: listScope(['importedAlbums', id]),
      defaultFirst,
      idOf: ({ name, albumId }) => JSON.stringify([name, albumId]),
      fetch: (cursor, limit) => activation.listAlbums(cursor, limit),
    }
    return connectionOf(list, page)
  },
  failures: ({ id }, page, { activation }) => {
    const list: PagedList<ImportFailureModel> = {
      scope: listScope(['importFailures', id]),
      defaultFirst,
      idOf: ({ albumName, fileName }) => JSON.stringify([albumName, fileName]),
      fetch: (cursor, limit) => activation.listFailures(cursor, limit),
    }
    return connectionOf(list, page)
  },
}

/** Loads an import by id. The service reports only the customer's most recent import. */
export const libraryImportNode: NodeType = {
  type: 'LibraryImport',
  async load(key, { viewer, activation }) {
    const run = viewer ? (await activation.read()).import : null
    return run?.id === key ? run : null
  },
}
