import type { AlbumNameProblem } from '../../../schema/rules/albumName.ts'
import type { GatewayContext } from '../../context.ts'
import type { AlbumRefusal } from '../../upstream/photos/albumsClient.ts'

/** The result when the album does not exist, or does not belong to the viewer. */
export const albumNotFound = {
  __typename: 'AlbumNotFound',
  code: 'NOT_FOUND',
  message: 'There is no such album, or it is not yours.',
} as const

/** The result when the album name is not allowed. */
export function invalidName(problem: AlbumNameProblem) {
  return {
    __typename: 'InvalidAlbumName',
    code: 'INVALID_ALBUM_NAME',
    message: 'This album name is not allowed.',
    problem,
  } as const
}

/** The result when the service refused to change the album. */
export async function refusalResult(refusal: AlbumRefusal, albumId: string, context: GatewayContext) {
  const sharedAlbum = refusal === 'isShared' ? await context.albums.findSharedAlbum(albumId) : null
  // The album may have been deleted since the service refused.
  if (sharedAlbum === null) return albumNotFound
  return {
    __typename: 'AlbumIsShared',
    code: 'ALBUM_IS_SHARED',
    message: 'The album is shared and therefore read-only.',
    sharedAlbum,
  } as const
}
