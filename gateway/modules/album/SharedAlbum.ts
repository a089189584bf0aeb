import type { NodeType, Viewer } from '../../context.ts'
import { sharedAlbumIdOf } from '../../relay/albumId.ts'
import { serviceIdPattern } from '../../relay/photoId.ts'
import type { SharedAlbumResolvers } from '../../__generated__/resolvers.ts'
import { neighboursIn, photosOf } from './albumPhotos.ts'

/** `SharedAlbum` */
export const SharedAlbum: SharedAlbumResolvers = {
  id: ({ albumId }) => sharedAlbumIdOf(albumId),
  name: ({ albumName }) => albumName,
  cover: ({ coverPhoto }) => coverPhoto,
  viewerIsOwner: ({ ownerId }, _args, { viewer }) => ownerId === viewer?.accountId,
  owner: ({ ownerId, owner }, _args, { viewer }) => ({
    email: owner.email,
    isViewer: ownerId === viewer?.accountId,
  }),
  participants: async (album, _args, { viewer, albums }) => {
    // Whose id is not among the answer's; what is there is the address that they take part by.
    const participants = album.participants ?? (await albums.findSharedAlbum(album.albumId))?.participants ?? []
    return participants.map(({ email }) => ({ email, isViewer: isAddressOf(viewer, email) }))
  },
  photos: ({ albumId }, args, context) => photosOf('shared-albums', albumId, args, context),
  neighbours: ({ albumId }, args, context) => neighboursIn('shared-albums', albumId, args, context),
}

/** How a shared album is found by its id: the service gives it to its owner and its participants only. */
export const sharedAlbumNode: NodeType = {
  type: 'SharedAlbum',
  load: (key, { viewer, albums }) => (viewer && serviceIdPattern.test(key) ? albums.findSharedAlbum(key) : null),
}

function isAddressOf(viewer: Viewer | null, email: string): boolean {
  return viewer?.email.toLowerCase() === email.toLowerCase()
}
