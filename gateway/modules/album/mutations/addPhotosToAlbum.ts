import { unauthenticated } from '../../../errors/codes.ts'
import { keyOf } from '../../../relay/globalId.ts'
import { NamedPhotos } from '../../shared/namedPhotos.ts'
import { codesOfFailed } from '../../shared/photoOwner.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { readNewestPhotos } from '../newestPhotos.ts'
import { verifyIfLost } from '../../../errors/lostAnswers.ts'
import { albumNotFound, refusalResult } from '../refusals.ts'

/** Resolves `Mutation.addPhotosToAlbum`. */
export const addPhotosToAlbum: NonNullable<MutationResolvers['addPhotosToAlbum']> = async (
  _root,
  { input },
  context,
) => {
  if (!context.viewer) throw unauthenticated()
  const named = new NamedPhotos(input.photoIds)
  const { imageIds } = named
  const albumId = keyOf('Album', input.albumId)
  if (albumId === null) return albumNotFound
  const { albums } = context
  // Photos that were just added are among the newest photos of the album. A photo that was added long before may not be
  // among them. It is then reported as failed although it is in the album, and adding it again has no effect.
  const findMissing = async () => {
    const { present } = await readNewestPhotos(albumId, context)
    return imageIds.filter((imageId) => !present.has(imageId))
  }
  const failed = imageIds.length > 0 ? await verifyIfLost(albums.addPhotos(albumId, imageIds), findMissing) : []
  if (typeof failed === 'string') return refusalResult(failed, albumId, context)
  const [album, codes] = await Promise.all([albums.findAlbum(albumId), codesOfFailed(failed, context)])
  if (!album) return albumNotFound
  const { doneIds, ...rest } = named.outcome(codes)
  return { __typename: 'AddPhotosToAlbumSuccess', album, addedIds: doneIds, ...rest }
}
