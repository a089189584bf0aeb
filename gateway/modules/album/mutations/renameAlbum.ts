import { albumNameProblem, cleanAlbumName } from '../../../../schema/rules/albumName.ts'
import { unauthenticated } from '../../../errors/codes.ts'
import { keyOf } from '../../../relay/globalId.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { verifyIfLost } from '../../../errors/lostAnswers.ts'
import { albumNotFound, invalidName, refusalResult } from '../refusals.ts'

/** Resolves `Mutation.renameAlbum`. */
export const renameAlbum: NonNullable<MutationResolvers['renameAlbum']> = async (_root, { input }, context) => {
  if (!context.viewer) throw unauthenticated()
  const problem = albumNameProblem(input.name)
  if (problem) return invalidName(problem)
  // The name as the service stores it. If the response is lost, the album's name is compared with it.
  const name = cleanAlbumName(input.name)
  const albumId = keyOf('Album', input.albumId)
  if (albumId === null) return albumNotFound
  const { albums } = context
  const refusal = await verifyIfLost(albums.renameAlbum(albumId, name), async () =>
    (await albums.findAlbum(albumId))?.albumName === name ? null : undefined,
  )
  if (refusal === 'invalidName') return invalidName('NOT_VALID')
  if (refusal !== null) return refusalResult(refusal, albumId, context)
  const album = await albums.findAlbum(albumId)
  return album ? { __typename: 'RenameAlbumSuccess', album } : albumNotFound
}
