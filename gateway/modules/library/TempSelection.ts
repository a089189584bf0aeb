import type { GatewayContext, NodeType } from '../../context.ts'
import { type PagedList, type UpstreamPage, connectionOf } from '../../relay/connection.ts'
import { listScope } from '../../relay/cursor.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import type { WirePhoto } from '../../upstream/photos/wire.ts'
import type { TempSelectionResolvers } from '../../__generated__/resolvers.ts'
import type { TempSelectionModel } from './models.ts'

const defaultFirst = 500

/** `TempSelection` */
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

/** How a selection is found by its id: the service gives it to its owner only. */
export const tempSelectionNode: NodeType = {
  type: 'TempSelection',
  load: (key, context) => (context.viewer ? loadTempSelection(key, context) : null),
}

/** A selection by the service's id; null when it does not exist, has ended, or is somebody else's. */
export async function loadTempSelection(id: string, { photos }: GatewayContext): Promise<TempSelectionModel | null> {
  const photoIds = await photos.readTempSelection(id)
  return photoIds && { tempSelectionId: id, photoIds }
}

async function photoIdsOf(selection: TempSelectionModel, { photos }: GatewayContext): Promise<readonly string[]> {
  return selection.photoIds ?? (await photos.readTempSelection(selection.tempSelectionId)) ?? []
}

/**
 * A part of the selection as if it were an upstream's page, by one lookup. Its cursor is the photo that the next page
 * begins with, and its number: that counts when the photo itself is gone.
 */
async function pageOf(
  photoIds: readonly string[],
  loaders: GatewayContext['loaders'],
  cursor: string | null,
  limit: number,
): Promise<UpstreamPage<WirePhoto>> {
  const start = cursor === null ? 0 : startOf(photoIds, cursor)
  const end = start + limit
  const found = await Promise.all(photoIds.slice(start, end).map(async (id) => loaders.photo.load(id)))
  const next = photoIds[end]
  return { next: next === undefined ? null : `${end}:${next}`, items: found.filter((photo) => photo !== null) }
}

function startOf(photoIds: readonly string[], cursor: string): number {
  const [number = '', id = ''] = cursor.split(':')
  const place = photoIds.indexOf(id)
  return place === -1 ? Number(number) : place
}
