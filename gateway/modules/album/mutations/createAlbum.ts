import { albumNameProblem } from '../../../../schema/rules/albumName.ts'
import type { GatewayContext, Viewer } from '../../../context.ts'
import { unauthenticated } from '../../../errors/codes.ts'
import { UpstreamError } from '../../../errors/upstreamError.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import type { AlbumModel } from '../models.ts'
import { orFoundOut } from '../../../upstream/lostAnswers.ts'
import { invalidName } from './refusals.ts'

/** Albums that are looked through for one whose creation was not answered. */
const newest = 10
/** Milliseconds for which an album counts as just made: as long as an operation takes, and as clocks may differ. */
const justNow = 60_000

/** `Mutation.createAlbum` */
export const createAlbum: NonNullable<MutationResolvers['createAlbum']> = async (_root, { input }, context) => {
  if (!context.viewer) throw unauthenticated()
  const { name } = input
  const problem = albumNameProblem(name)
  if (problem) return invalidName(problem)
  const { albums, viewer } = context
  const albumId = await orFoundOut(albums.createAlbum(name), () => findJustMade(name, context))
  if (albumId === null) return invalidName('NOT_VALID')
  context.loaders.forget()
  const album = await readNew(albumId, name, viewer, context)
  return { __typename: 'CreateAlbumSuccess', album, library: { accountId: viewer.accountId } }
}

/**
 * The album that was made by a call whose answer was lost. It is never made a second time: an empty one of that name
 * that has just come into being is the one that was wanted (docs/decisions/0211).
 */
async function findJustMade(name: string, { albums }: GatewayContext): Promise<string | undefined> {
  const { items } = await albums.listAlbums({ cursor: null, limit: newest, includeShared: false })
  const made = items.find(({ albumName, photosCount, created }) => {
    return albumName === name && photosCount === 0 && Math.abs(Date.now() - Date.parse(created)) < justNow
  })
  return made?.albumId
}

/** An album that was made is there, even when it cannot be read just now: what it is like is known. */
async function readNew(
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
  const made = { albumId, albumName, userId, coverPhoto: null, photosCount: 0, isShared: false }
  return read ?? { ...made, created: now, updated: now }
}
