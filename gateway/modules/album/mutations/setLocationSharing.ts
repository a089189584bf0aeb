import { unauthenticated } from '../../../errors/codes.ts'
import { verifyIfLost } from '../../../errors/lostAnswers.ts'
import { keyOf } from '../../../relay/globalId.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { albumNotFound } from '../refusals.ts'

/** Resolves `Mutation.setLocationSharing`. */
export const setLocationSharing: NonNullable<MutationResolvers['setLocationSharing']> = async (
  _root,
  { input },
  context,
) => {
  if (!context.viewer) throw unauthenticated()
  const albumId = keyOf('SharedAlbum', input.sharedAlbumId)
  if (albumId === null) return albumNotFound
  const { sharesLocations } = input
  const { albums } = context
  const isDone = await verifyIfLost(albums.setLocationSharing(albumId, sharesLocations), async () =>
    (await albums.findSharedAlbum(albumId))?.sharesLocations === sharesLocations ? true : undefined,
  )
  const sharedAlbum = isDone ? await albums.findSharedAlbum(albumId) : null
  return sharedAlbum ? { __typename: 'SetLocationSharingSuccess', sharedAlbum } : albumNotFound
}
