import { unauthenticated } from '../../../errors/codes.ts'
import { type FailureCode, NamedPhotos } from '../../shared/namedPhotos.ts'
import type { AlbumRefusal } from '../../../upstream/photos/albumsClient.ts'
import type { GatewayContext } from '../../../context.ts'
import { keyOf } from '../../../relay/globalId.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { readNewestPhotos } from '../newestPhotos.ts'
import { verifyIfLost } from '../../../errors/lostAnswers.ts'
import { albumNotFound, refusalResult } from '../refusals.ts'

type Codes = ReadonlyMap<string, FailureCode>

/** Resolves `Mutation.removePhotosFromAlbum`. */
export const removePhotosFromAlbum: NonNullable<MutationResolvers['removePhotosFromAlbum']> = async (
  _root,
  { input },
  context,
) => {
  if (!context.viewer) throw unauthenticated()
  const named = new NamedPhotos(input.photoIds)
  const { imageIds } = named
  const albumId = keyOf('Album', input.albumId)
  if (albumId === null) return albumNotFound
  const removal = () =>
    verifyIfLost(removePhotos(albumId, imageIds, context), () => findRemaining(albumId, imageIds, context))
  const codes: Codes | AlbumRefusal = imageIds.length > 0 ? await removal() : new Map()
  if (typeof codes === 'string') return refusalResult(codes, albumId, context)
  const album = await context.albums.findAlbum(albumId)
  if (!album) return albumNotFound
  const { doneIds, ...rest } = named.outcome(codes)
  return { __typename: 'RemovePhotosFromAlbumSuccess', album, removedIds: doneIds, ...rest }
}

async function removePhotos(
  albumId: string,
  imageIds: readonly string[],
  { albums }: GatewayContext,
): Promise<Codes | AlbumRefusal> {
  const failed = await albums.removePhotos(albumId, imageIds)
  return typeof failed === 'string' ? failed : new Map(failed.map((imageId) => [imageId, 'NOT_FOUND']))
}

/** Finds which photos are still in the album. If the album does not fit in one page, reports all as failed. */
async function findRemaining(albumId: string, imageIds: readonly string[], context: GatewayContext): Promise<Codes> {
  const { present, areAll } = await readNewestPhotos(albumId, context)
  const left = areAll ? imageIds.filter((imageId) => present.has(imageId)) : imageIds
  return new Map(left.map((imageId) => [imageId, 'FAILED']))
}
