import type { NodeType, Viewer } from '../../context.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import type { WireMember } from '../../upstream/photos/albumWire.ts'
import type { SharedAlbumResolvers } from '../../__generated__/resolvers.ts'
import { neighboursIn, photosOf } from './albumPhotos.ts'

/** Resolves the fields of `SharedAlbum`. */
export const SharedAlbum: SharedAlbumResolvers = {
  id: ({ albumId }) => encodeGlobalId('SharedAlbum', albumId),
  name: ({ albumName }) => albumName,
  cover: ({ coverPhoto }) => coverPhoto ?? null,
  viewerIsOwner: ({ ownerId }, _args, { viewer }) => ownerId === viewer?.accountId,
  owner: async ({ albumId, owner, ownerId }, _args, { viewer, albums }) => {
    const found = owner ?? (await albums.findMembers(albumId))?.owner
    return found ? { email: found.email, isViewer: ownerId === viewer?.accountId } : null
  },
  participants: async ({ albumId, participants }, _args, { viewer, albums }) => {
    const found = participants ?? (await albums.findMembers(albumId))?.participants
    return found?.map((member) => ({ email: member.email, isViewer: isSelf(viewer, member) })) ?? null
  },
  sharesLocations: ({ sharesLocations }) => sharesLocations ?? null,
  photos: ({ albumId }, args, context) => photosOf('shared-albums', albumId, args, context),
  neighbours: ({ albumId }, args, context) => neighboursIn('shared-albums', albumId, args, context),
}

/** Loads a shared album by id. The service returns it only to its owner and participants. */
export const sharedAlbumNode: NodeType = {
  type: 'SharedAlbum',
  load: (key, { viewer, albums }) => (viewer ? albums.findSharedAlbum(key) : null),
}

/** Whether the member is the viewer. Members in list responses have no id, so their e-mail addresses are compared. */
function isSelf(viewer: Viewer | null, { id, email }: WireMember): boolean {
  if (id !== undefined) return id === viewer?.accountId
  return viewer?.email.toLowerCase() === email.toLowerCase()
}
