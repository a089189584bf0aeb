import { unauthenticated } from '../../../errors/codes.ts'
import { keyOf } from '../../../relay/globalId.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { verifyIfLost } from '../../../errors/lostAnswers.ts'
import { albumNotFound, refusalResult } from '../refusals.ts'

/** Resolves `Mutation.deleteAlbum`. */
export const deleteAlbum: NonNullable<MutationResolvers['deleteAlbum']> = async (_root, { input }, context) => {
  if (!context.viewer) throw unauthenticated()
  const albumId = keyOf('Album', input.albumId)
  if (albumId === null) return albumNotFound
  const { albums, viewer } = context
  const refusal = await verifyIfLost(albums.deleteAlbum(albumId), async () =>
    (await albums.findAlbum(albumId)) === null ? null : undefined,
  )
  if (refusal !== null) return refusalResult(refusal, albumId, context)
  context.loaders.forget()
  return {
    __typename: 'DeleteAlbumSuccess',
    deletedAlbumId: input.albumId,
    library: { accountId: viewer.accountId },
  }
}
