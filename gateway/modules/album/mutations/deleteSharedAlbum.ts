import { unauthenticated } from '../../../errors/codes.ts'
import { encodeGlobalId, keyOf } from '../../../relay/globalId.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { verifyIfLost } from '../../../errors/lostAnswers.ts'
import { albumNotFound } from '../refusals.ts'

/** Resolves `Mutation.deleteSharedAlbum`. */
export const deleteSharedAlbum: NonNullable<MutationResolvers['deleteSharedAlbum']> = async (
  _root,
  { input },
  context,
) => {
  if (!context.viewer) throw unauthenticated()
  const { accountId } = context.viewer
  const albumId = keyOf('SharedAlbum', input.sharedAlbumId)
  const { albums } = context
  // Read the album before it is deleted: the result depends on its owner.
  const album = albumId === null ? null : await albums.findSharedAlbum(albumId)
  if (album === null || albumId === null) return albumNotFound
  const isGone = await verifyIfLost(albums.deleteSharedAlbum(albumId), async () =>
    (await albums.findSharedAlbum(albumId)) === null ? true : undefined,
  )
  if (!isGone) return albumNotFound
  context.loaders.forget()
  return {
    __typename: 'DeleteSharedAlbumSuccess',
    deletedSharedAlbumId: input.sharedAlbumId,
    deletedAlbumId: album.ownerId === accountId ? encodeGlobalId('Album', albumId) : null,
    library: { accountId },
  }
}
