import type { NodeType } from '../../context.ts'
import { albumIdOf } from '../../relay/albumId.ts'
import { type PagedList, connectionOf } from '../../relay/connection.ts'
import { listScope } from '../../relay/cursor.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import { instantOf } from '../../upstream/live/jobFacts.ts'
import type {
  ActivationResolvers,
  ActivationStatus,
  ImportFailureReason,
  ImportFailureResolvers,
  ImportedAlbumResolvers,
  LibraryImportResolvers,
  PhotoLibraryResolvers,
} from '../../__generated__/resolvers.ts'
import type { ImportFailureModel, ImportedAlbumModel } from './models.ts'

const defaultFirst = 50
const states = { started: 'STARTED', finished: 'FINISHED', error: 'ERROR' } as const
const statuses = named<ActivationStatus>(['ACTIVE', 'NOT_ACTIVE', 'IMPORTING', 'DELETING'])
const reasons = named<ImportFailureReason>([
  'UNSUPPORTED_TYPE',
  'DAMAGED_FILE',
  'EMPTY_FILE',
  'TOO_MANY_PIXELS',
  'FILE_TOO_LARGE',
  'MISSING_FILE',
])

/** The activation field of `PhotoLibrary`. */
export const libraryActivation: Pick<PhotoLibraryResolvers, 'activation'> = {
  activation: (_library, _args, { activation }) => activation.read(),
}

/** `Activation` */
export const Activation: ActivationResolvers = {
  status: ({ status }) => statuses.get(status) ?? null,
  import: ({ import: run }) => run ?? null,
}

/** `LibraryImport` */
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

/** `ImportedAlbum` */
export const ImportedAlbum: ImportedAlbumResolvers = {
  albumId: ({ albumId }) => (typeof albumId === 'string' ? albumIdOf(albumId) : null),
}

/** `ImportFailure` */
export const ImportFailure: ImportFailureResolvers = {
  albumName: ({ albumName }) => albumName ?? null,
  reason: ({ reason }) => reasons.get(reason) ?? 'FAILED',
}

/** Loads an import by id. The service reports only the customer's most recent import. */
export const libraryImportNode: NodeType = {
  type: 'LibraryImport',
  async load(key, { viewer, activation }) {
    const run = viewer ? (await activation.read()).import : null
    return run?.id === key ? run : null
  },
}

/** The names that the service and the API have in common; others are not passed on. */
function named<Name extends string>(names: readonly Name[]): ReadonlyMap<string, Name> {
  return new Map(names.map((name) => [name, name]))
}
