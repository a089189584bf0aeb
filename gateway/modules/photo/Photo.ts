import type { GatewayContext, NodeType } from '../../context.ts'
import { UpstreamError } from '../../errors/upstreamError.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import { localTimeOf, sortByWidth, thumbnailOf } from '../shared/photoFields.ts'
import { isOwn } from '../shared/photoOwner.ts'
import { pictureProblemOf } from '../shared/pictureProblem.ts'
import type { PhotoResolvers } from '../../__generated__/resolvers.ts'
import type { PhotoModel } from './models.ts'

/** Resolves the fields of `Photo`. */
export const Photo: PhotoResolvers = {
  id: ({ imageId }) => encodeGlobalId('Photo', imageId),
  fileName: ({ localFileName }) => localFileName ?? null,
  dateTaken: ({ dateTaken }) => localTimeOf(dateTaken),
  location: ({ location }) => placeOf(location),
  width: ({ visibleWidth }) => visibleWidth ?? null,
  height: ({ visibleHeight }) => visibleHeight ?? null,
  thumbnails: ({ thumbnails }) => sortByWidth(thumbnails),
  thumbnail: ({ thumbnails }, { width }) => thumbnailOf(thumbnails, width),
  pictureProblem: ({ pictureProblem }) => pictureProblemOf(pictureProblem),
  // If the picture cannot be shown, the service sends the URL of the original file in this field.
  url: ({ url, pictureProblem }) => (pictureProblem ? null : (url ?? null)),
  originalUrl: ({ untouchedUrl }) => untouchedUrl ?? null,
  // List responses have no details: the loader fetches the details of all requested photos in one call.
  details: async ({ imageId }, _args, { loaders, photos }) =>
    (await photos.hasDetails()) ? ((await loaders.photo.load(imageId))?.details ?? null) : null,
  owner: (photo, _args, context) => (isOwn(photo, context.viewer) ? null : ownerOf(photo, context)),
}

/** Loads a photo by id. */
export const photoNode: NodeType = {
  type: 'Photo',
  load: (key, { viewer, loaders }) => (viewer ? loaders.photo.load(key) : null),
}

/** Reads a location, whose form the specification does not define. Null if it is not a latitude and a longitude. */
function placeOf(location: unknown): { latitude: number; longitude: number } | null {
  if (typeof location !== 'object' || location === null || !('latitude' in location && 'longitude' in location))
    return null
  const { latitude, longitude } = location
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : null
}

/**
 * Finds the owner of another customer's photo. A service may send only the owner's id. The e-mail address is then taken
 * from the album's members.
 */
async function ownerOf({ ownerEmail, ownerId, sharedAlbumId }: PhotoModel, { albums }: GatewayContext) {
  if (typeof ownerEmail === 'string') return { email: ownerEmail, isViewer: false }
  const members = sharedAlbumId === undefined ? null : await albums.findMembers(sharedAlbumId)
  const owner = members && [members.owner, ...members.participants].find(({ id }) => id === ownerId)
  if (owner) return { email: owner.email, isViewer: false }
  // Null would mean that the photo belongs to the viewer.
  const detail = 'a photo came with an ownerId that belongs to no member of its album'
  throw new UpstreamError({ code: 'UPSTREAM_INVALID_RESPONSE', upstream: 'photos', detail })
}
