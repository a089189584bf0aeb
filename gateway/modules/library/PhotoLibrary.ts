import type { GatewayContext, NodeType } from '../../context.ts'
import { encodeGlobalId, keyOf } from '../../relay/globalId.ts'
import { type PagedList, connectionOf } from '../../relay/connection.ts'
import { listScope } from '../../relay/cursor.ts'
import type { WirePhoto } from '../../upstream/photos/wire.ts'
import type { PhotoLibraryResolvers } from '../../__generated__/resolvers.ts'
import { isOwn } from '../shared/photoOwner.ts'
import { sortOf, sortOr } from '../shared/photoSort.ts'
import { loadTempSelection } from './loadTempSelection.ts'

const defaultFirst = 500
const defaultSort = { key: 'dateTaken', order: 'desc' } as const

/** Resolves the fields of `PhotoLibrary`. */
export const PhotoLibrary: PhotoLibraryResolvers = {
  id: ({ accountId }) => encodeGlobalId('PhotoLibrary', accountId),
  photosCount: async (_library, _args, { loaders }) => (await loaders.countAll()).photosCount,
  albumsCount: async (_library, _args, { loaders }) => (await loaders.countAll()).albumsCount,
  timeline: ({ accountId }, { sortKey, sortOrder }) => ({ accountId, sort: sortOf(sortKey, sortOrder) }),
  photos: ({ accountId }, args, { photos }) => {
    const sort = sortOr(args, defaultSort)
    const list: PagedList<WirePhoto> = {
      scope: listScope(['photos', accountId, sort.key, sort.order]),
      defaultFirst,
      idOf: ({ imageId }) => imageId,
      fetch: (cursor, limit) => photos.listPhotos({ cursor, limit, sort }),
    }
    return connectionOf(list, args)
  },
  neighbours: (_library, { of: id, sortKey, sortOrder }, { photos }) => {
    const imageId = keyOf('Photo', id)
    return imageId === null ? null : photos.findNeighbours(imageId, sortOf(sortKey, sortOrder))
  },
  tempSelection: (_library, { id }, context) => loadTempSelection(id, context),
  uploadedPhoto: (_library, { imageId }, context) => loadOwnPhoto(imageId, context),
  uploadedPhotos: (_library, { imageIds }, context) => Promise.all(imageIds.map((id) => loadOwnPhoto(id, context))),
}

/** Loads a library by id. Only its owner may see it. */
export const photoLibraryNode: NodeType = {
  type: 'PhotoLibrary',
  load: (key, { viewer }) => (viewer?.accountId === key ? { accountId: key } : null),
}

/** Loads a photo only if it belongs to the viewer. The loader may return other members' photos in shared albums. */
async function loadOwnPhoto(imageId: string, { loaders, viewer }: GatewayContext): Promise<WirePhoto | null> {
  const photo = await loaders.uploadedPhoto.load(imageId)
  return photo && isOwn(photo, viewer) ? photo : null
}
