import { albumNameProblem, cleanAlbumName } from '../../../../schema/rules/albumName.ts'
import type { GatewayContext, Viewer } from '../../../context.ts'
import { unauthenticated } from '../../../errors/codes.ts'
import { UpstreamError } from '../../../errors/upstreamError.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import type { AlbumModel } from '../models.ts'
import { verifyIfLost } from '../../../errors/lostAnswers.ts'
import { invalidName } from '../refusals.ts'

/** How many of the newest albums are searched after the response to a creation was lost. */
const searchedAlbums = 10
/**
 * Maximum age in ms of an album that counts as just created: this allows for a slow operation and for clock
 * differences.
 */
const maximumAge = 60_000

/** Resolves `Mutation.createAlbum`. */
export const createAlbum: NonNullable<MutationResolvers['createAlbum']> = async (_root, { input }, context) => {
  if (!context.viewer) throw unauthenticated()
  const problem = albumNameProblem(input.name)
  if (problem) return invalidName(problem)
  // The name as the service stores it. If the response is lost, the new album is found by this name.
  const name = cleanAlbumName(input.name)
  const { albums, viewer } = context
  const albumId = await verifyIfLost(albums.createAlbum(name), () => findJustCreated(name, context))
  if (albumId === null) return invalidName('NOT_VALID')
  context.loaders.forget()
  const album = await readCreated(albumId, name, viewer, context)
  return { __typename: 'CreateAlbumSuccess', album, library: { accountId: viewer.accountId } }
}

/**
 * Finds the album that a call created before its response was lost, so that it is not created a second time. An empty
 * album of that name, created within the last minute, is taken to be that album (docs/decisions/0211).
 */
async function findJustCreated(name: string, { albums }: GatewayContext): Promise<string | undefined> {
  const { items } = await albums.listAlbums({ cursor: null, limit: searchedAlbums, includeShared: false })
  const created = items.find(({ albumName, photosCount, created }) => {
    return albumName === name && photosCount === 0 && Math.abs(Date.now() - Date.parse(created)) < maximumAge
  })
  return created?.albumId
}

/**
 * Reads the new album. If the service fails, builds the album from known values, because its creation has succeeded.
 */
async function readCreated(
  albumId: string,
  albumName: string,
  { accountId: userId }: Viewer,
  { albums }: GatewayContext,
): Promise<AlbumModel> {
  const read = await albums.findAlbum(albumId).catch((error: unknown) => {
    if (error instanceof UpstreamError) return null
    throw error
  })
  const now = new Date().toISOString()
  const known = { albumId, albumName, userId, coverPhoto: null, photosCount: 0, isShared: false }
  return read ?? { ...known, created: now, updated: now }
}
