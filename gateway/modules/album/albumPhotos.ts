import type { GatewayContext } from '../../context.ts'
import { keyOf } from '../../relay/globalId.ts'
import { type Connection, type PagedList, connectionOf } from '../../relay/connection.ts'
import { listScope } from '../../relay/cursor.ts'
import { sortOf, sortOr } from '../shared/photoSort.ts'
import type { AlbumKind } from '../../upstream/photos/albumsClient.ts'
import type { PhotoNeighbours } from '../../upstream/photos/photoLists.ts'
import type { WirePhoto } from '../../upstream/photos/wire.ts'
import type { AlbumNeighboursArgs, AlbumPhotosArgs, RequireFields } from '../../__generated__/resolvers.ts'

const defaultFirst = 500
const defaultSort = { key: 'created', order: 'desc' } as const

/** A page of the photos in an album. */
export function photosOf(
  kind: AlbumKind,
  albumId: string,
  args: AlbumPhotosArgs,
  { albums }: GatewayContext,
): Promise<Connection<WirePhoto>> {
  const sort = sortOr(args, defaultSort)
  const list: PagedList<WirePhoto> = {
    scope: listScope([kind, albumId, sort.key, sort.order]),
    defaultFirst,
    idOf: ({ imageId }) => imageId,
    fetch: (cursor, limit) => albums.listPhotos(kind, albumId, { cursor, limit, sort }),
  }
  return connectionOf(list, args)
}

/** The photos before and after a photo in the album's order. Null when the photo is not in the album. */
export function neighboursIn(
  kind: AlbumKind,
  albumId: string,
  { of: id, sortKey, sortOrder }: RequireFields<AlbumNeighboursArgs, 'sortKey' | 'sortOrder'>,
  { albums }: GatewayContext,
): Promise<PhotoNeighbours | null> | null {
  const imageId = keyOf('Photo', id)
  return imageId === null ? null : albums.findNeighbours(kind, albumId, imageId, sortOf(sortKey, sortOrder))
}
