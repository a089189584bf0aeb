import type { NodeType, Viewer } from '../../context.ts'
import { albumIdOf } from '../../relay/albumId.ts'
import { serviceIdPattern } from '../../relay/photoId.ts'
import type { AlbumResolvers } from '../../__generated__/resolvers.ts'
import { neighboursIn, photosOf } from './albumPhotos.ts'
import type { AlbumModel, SharedAlbumModel } from './models.ts'

/** `Album` */
export const Album: AlbumResolvers = {
  id: ({ albumId }) => albumIdOf(albumId),
  name: ({ albumName }) => albumName,
  cover: ({ coverPhoto }) => coverPhoto,
  sharedAlbum: (album, _args, { viewer }) => (album.isShared && viewer ? sharedBy(viewer, album) : null),
  photos: ({ albumId }, args, context) => photosOf('albums', albumId, args, context),
  neighbours: ({ albumId }, args, context) => neighboursIn('albums', albumId, args, context),
}

/** How an album is found by its id: the service gives it to its owner only. */
export const albumNode: NodeType = {
  type: 'Album',
  load: (key, { viewer, albums }) => (viewer && serviceIdPattern.test(key) ? albums.findAlbum(key) : null),
}

/** What its owner knows of it without another call. */
function sharedBy({ email }: Viewer, album: AlbumModel): SharedAlbumModel {
  return { ...album, ownerId: album.userId, owner: { email } }
}
