import type { GatewayContext, NodeType } from '../../context.ts'
import { type PagedList, type UpstreamPage, connectionOf } from '../../relay/connection.ts'
import { listScope } from '../../relay/cursor.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import type { WirePhoto } from '../../upstream/photos/wire.ts'
import type { TempSelectionResolvers } from '../../__generated__/resolvers.ts'
import { loadTempSelection } from './loadTempSelection.ts'
import type { TempSelectionModel } from './models.ts'

const defaultFirst = 500

/** Resolves the fields of `TempSelection`. */
export const TempSelection: TempSelectionResolvers = {
  id: ({ tempSelectionId }) => encodeGlobalId('TempSelection', tempSelectionId),
  photosCount: async (selection, _args, context) => (await photoIdsOf(selection, context)).length,
  photos: (selection, { first, after }, context) => {
    const list: PagedList<WirePhoto> = {
      scope: listScope(['tempSelection', selection.tempSelectionId]),
      defaultFirst,
      idOf: ({ imageId }) => imageId,
      fetch: async (cursor, limit) => pageOf(await photoIdsOf(selection, context), context.loaders, cursor, limit),
    }
    return connectionOf(list, { first, after })
  },
}

/** Loads a selection by id. The service returns it only to its owner. */
export const tempSelectionNode: NodeType = {
  type: 'TempSelection',
  load: (key, context) => (context.viewer ? loadTempSelection(key, context) : null),
}

async function photoIdsOf(selection: TempSelectionModel, { photos }: GatewayContext): Promise<readonly string[]> {
  return selection.photoIds ?? (await photos.readTempSelection(selection.tempSelectionId)) ?? []
}

/**
 * Serves the selection like a paged upstream list: one lookup per page. The cursor holds the index and the id of the
 * next page's first photo. The index is used when that photo has been deleted.
 */
async function pageOf(
  photoIds: readonly string[],
  loaders: GatewayContext['loaders'],
  cursor: string | null,
  limit: number,
): Promise<UpstreamPage<WirePhoto>> {
  const start = cursor === null ? 0 : startOf(photoIds, cursor)
  const end = start + limit
  const found = await loaders.photo.loadAll(photoIds.slice(start, end))
  const next = photoIds[end]
  return { next: next === undefined ? null : `${end}:${next}`, items: found.filter((photo) => photo !== null) }
}

function startOf(photoIds: readonly string[], cursor: string): number {
  const colon = cursor.indexOf(':')
  const found = photoIds.indexOf(cursor.slice(colon + 1))
  return found === -1 ? Number(cursor.slice(0, colon)) : found
}
