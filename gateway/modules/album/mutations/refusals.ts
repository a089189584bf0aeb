import type { AlbumNameProblem } from '../../../../schema/rules/albumName.ts'
import type { GatewayContext } from '../../../context.ts'
import type { AlbumRefusal } from '../../../upstream/photos/albumsClient.ts'

/** The answer where there is no such album, or it is not the viewer's. */
export const albumNotFound = {
  __typename: 'AlbumNotFound',
  code: 'NOT_FOUND',
  message: 'There is no such album, or it is not yours.',
} as const

/** The answer to a name that will not do. */
export function invalidName(problem: AlbumNameProblem) {
  return {
    __typename: 'InvalidAlbumName',
    code: 'INVALID_ALBUM_NAME',
    message: 'An album cannot be called that.',
    problem,
  } as const
}

/** Why an album was not changed, as an answer. */
export async function refused(refusal: AlbumRefusal, albumId: string, context: GatewayContext) {
  const sharedAlbum = refusal === 'isShared' ? await context.albums.findSharedAlbum(albumId) : null
  // Since it was refused it may have been deleted.
  if (sharedAlbum === null) return albumNotFound
  return {
    __typename: 'AlbumIsShared',
    code: 'ALBUM_IS_SHARED',
    message: 'The album is shared, and can be looked at only.',
    sharedAlbum,
  } as const
}
