import type { GatewayContext } from '../../../context.ts'
import { unauthenticated } from '../../../errors/codes.ts'
import { keyOf } from '../../../relay/globalId.ts'
import type { SharedPhoto } from '../../../upstream/downloads/downloadsClient.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { chosenPhotos, downloadOptionsOf, resultOf } from '../downloadRequest.ts'

/** Resolves `Mutation.requestSharedAlbumDownload`. */
export const requestSharedAlbumDownload: NonNullable<MutationResolvers['requestSharedAlbumDownload']> = async (
  _root,
  { input },
  context,
) => {
  if (!context.viewer) throw unauthenticated()
  const imageIds = chosenPhotos(input)
  const options = downloadOptionsOf(input)
  const albumId = keyOf('SharedAlbum', input.sharedAlbumId)
  const photos = albumId !== null && imageIds.length > 0 ? await withOwners(imageIds, albumId, context) : []
  return resultOf(photos.length > 0 ? await context.downloads.requestShared(photos, options) : null)
}

/**
 * Adds the owner of each photo, which the service requires. A photo without `ownerId` belongs to the viewer.
 * Photos that the viewer may not see are left out. If the viewer has no access to the album, these are all photos.
 */
async function withOwners(
  imageIds: readonly string[],
  albumId: string,
  { albums, viewer }: GatewayContext,
): Promise<readonly SharedPhoto[]> {
  const [album, found] = await Promise.all([
    albums.findSharedAlbum(albumId),
    albums.findSharedPhotos(albumId, imageIds),
  ])
  if (!album) return []
  const owners = new Map(found.map(({ imageId, ownerId }) => [imageId, ownerId ?? viewer?.accountId ?? album.ownerId]))
  return imageIds.flatMap((photoId) => {
    const ownerId = owners.get(photoId)
    return ownerId === undefined ? [] : [{ photoId, ownerId }]
  })
}
