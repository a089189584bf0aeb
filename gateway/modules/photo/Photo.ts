import type { NodeType, Viewer } from '../../context.ts'
import { UpstreamError } from '../../errors/upstreamError.ts'
import { encodeGlobalId, isUuid } from '../../relay/globalId.ts'
import { isOwn } from '../shared/photoOwner.ts'
import type { PhotoResolvers } from '../../__generated__/resolvers.ts'
import type { PhotoModel } from './models.ts'

/** `Photo` */
export const Photo: PhotoResolvers = {
  id: ({ imageId }) => encodeGlobalId('Photo', imageId),
  fileName: ({ localFileName }) => localFileName,
  width: ({ visibleWidth }) => visibleWidth ?? null,
  height: ({ visibleHeight }) => visibleHeight ?? null,
  thumbnails: ({ thumbnails }) => thumbnails.toSorted((one, other) => one.width - other.width),
  thumbnail: (photo, { width }) => thumbnailOf(photo, width),
  originalUrl: ({ untouchedUrl }) => untouchedUrl,
  // List responses have no details: the loader fetches those of all requested photos in one call.
  details: async ({ imageId }, _args, { loaders }) => (await loaders.photo.load(imageId))?.details ?? null,
  owner: (photo, _args, { viewer }) => ownerOf(photo, viewer),
}

/** Loads a photo by id. */
export const photoNode: NodeType = {
  type: 'Photo',
  load: (key, { viewer, loaders }) => (viewer && isUuid(key) ? loaders.photo.load(key) : null),
}

function ownerOf(photo: PhotoModel, viewer: Viewer | null) {
  if (isOwn(photo, viewer)) return null
  const { ownerEmail } = photo
  if (typeof ownerEmail === 'string') return { email: ownerEmail, isViewer: false }
  // Null would mean that the photo belongs to the viewer.
  const detail = 'a photo came with its ownerId, but without ownerEmail'
  throw new UpstreamError({ code: 'UPSTREAM_INVALID_RESPONSE', upstream: 'photos', detail })
}

/** The smallest rendition that is at least as wide as requested, else the largest one. */
function thumbnailOf({ thumbnails }: PhotoModel, width: number) {
  let best: PhotoModel['thumbnails'][number] | null = null
  for (const candidate of thumbnails) {
    if (best === null) best = candidate
    else if (
      best.width < width ? candidate.width > best.width : candidate.width >= width && candidate.width < best.width
    )
      best = candidate
  }
  return best
}
