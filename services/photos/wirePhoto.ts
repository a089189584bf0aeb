import type { z } from 'zod'
import { contentName } from './contentName.ts'
import type { AlbumLink, Blobs } from '../platform/blobs/blobs.ts'
import type { PhotoRow } from './pages.ts'
import type { detailsSchema, photoSchema } from './wireSchemas.ts'

export type WirePhoto = z.infer<typeof photoSchema>
type WireDetails = z.infer<typeof detailsSchema>

/** The types that every browser shows. Other originals, such as HEIC, are replaced by their largest rendition. */
const browserTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png'])

/**
 * Converts a photo to the specification's field names, and signs the URLs.
 * @param album the album that shares the photo with the caller; undefined for the caller's own photos
 */
export function toWirePhoto(blobs: Blobs, photo: PhotoRow, album?: AlbumLink): WirePhoto {
  const largest = photo.thumbnails.at(-1)
  const isShown = browserTypes.has(photo.content_type)
  const { latitude, longitude } = photo
  return {
    imageId: photo.id,
    uploadId: photo.upload_id,
    localFileName: photo.file_name,
    url: blobs.signedUrl(isShown || !largest ? photo.original_key : largest.key, { album }),
    untouchedUrl: blobs.signedUrl(photo.original_key, {
      fileName: contentName(photo.file_name, photo.content_type),
      album,
    }),
    location: latitude === null || longitude === null ? null : { latitude, longitude },
    created: photo.created_at.toISOString(),
    thumbnails: photo.thumbnails.map(({ id, key, width, height }) => ({
      id,
      url: blobs.signedUrl(key, { album }),
      width,
      height,
    })),
    ...(photo.taken_at === null ? {} : { dateTaken: photo.taken_at.replace(' ', 'T') }),
    ...(photo.taken_offset === null ? {} : { dateTakenOffset: photo.taken_offset }),
    uploadEnd: photo.uploaded_at.toISOString(),
    visibleWidth: photo.width,
    visibleHeight: photo.height,
    ...(photo.thumbhash === null ? {} : { thumbhash: photo.thumbhash }),
    ...(photo.picture_problem === null ? {} : { pictureProblem: photo.picture_problem }),
  }
}

/** Keys: the names of details in storage. Values: the names in the response. */
const texts = { make: 'cameraMake', model: 'cameraModel', lens: 'lensModel' } as const
const numbers = { focalLength: 'focalLength', aperture: 'fNumber', exposureSeconds: 'exposureTime' } as const
const largestSensitivity = 2 ** 31 - 1

/** The photo with its details, for answers with few photos. */
export function toDetailedWirePhoto(
  blobs: Blobs,
  photo: PhotoRow,
  album?: AlbumLink,
): WirePhoto & { readonly details: WireDetails } {
  return { ...toWirePhoto(blobs, photo, album), details: detailsOf(photo) }
}

function detailsOf({ size, content_type: contentType, details }: PhotoRow): WireDetails {
  const known: Record<string, string | number> = {}
  for (const [name, ours] of Object.entries(texts)) {
    const value = details[name]
    if (typeof value === 'string') known[ours] = value
  }
  for (const [name, ours] of Object.entries(numbers)) {
    const value = details[name]
    if (typeof value === 'number') known[ours] = value
  }
  const { sensitivity } = details
  const isValid = typeof sensitivity === 'number' && sensitivity >= 0 && sensitivity <= largestSensitivity
  return { fileSize: size, contentType, ...known, ...(isValid ? { sensitivity: Math.round(sensitivity) } : {}) }
}
