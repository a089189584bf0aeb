import type { NodeType, Viewer } from '../../context.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import type { AlbumResolvers } from '../../__generated__/resolvers.ts'
import { neighboursIn, photosOf } from './albumPhotos.ts'
import type { AlbumModel, SharedAlbumModel } from './models.ts'

/** Resolves the fields of `Album`. */
export const Album: AlbumResolvers = {
  id: ({ albumId }) => encodeGlobalId('Album', albumId),
  name: ({ albumName }) => albumName,
  cover: ({ coverPhoto }) => coverPhoto,
  sharedAlbum: (album, _args, { viewer }) => (album.isShared && viewer ? sharedBy(viewer, album) : null),
  photos: ({ albumId }, args, context) => photosOf('albums', albumId, args, context),
  neighbours: ({ albumId }, args, context) => neighboursIn('albums', albumId, args, context),
}

/** Loads an album by id. The service returns it only to its owner. */
export const albumNode: NodeType = {
  type: 'Album',
  load: (key, { viewer, albums }) => (viewer ? albums.findAlbum(key) : null),
}

/** The shared album, with the fields that are known without another service call. */
function sharedBy({ email }: Viewer, album: AlbumModel): SharedAlbumModel {
  return { ...album, ownerId: album.userId, owner: { email } }
}
