import { z } from 'zod'
import { nextCursor } from '../platform/contract.ts'
import { pictureProblems } from './tables.ts'

const signedUrl = z.string().describe('Signed; valid for a day at least.')

/** A photo in the form that the specification's calls return. */
export const photoSchema = z
  .object({
    imageId: z.uuid().describe('A UUIDv7.'),
    uploadId: z.string(),
    localFileName: z.string(),
    url: signedUrl.describe('For display; signed.'),
    untouchedUrl: signedUrl.describe('The untouched file, as a download under its own name; signed.'),
    location: z
      .object({ latitude: z.number(), longitude: z.number() })
      .nullable()
      .describe(
        'Null if unknown. Also null for a photo of somebody else, unless that person owns the album and shares where photos were taken (decision 0374).',
      ),
    created: z.iso.datetime(),
    thumbnails: z.array(
      z.object({
        id: z.string().describe('`300`, `800` or `1300`.'),
        url: signedUrl,
        width: z.number().int(),
        height: z.number().int(),
      }),
    ),
    dateTaken: z.string().optional().describe('Local time, without an offset.'),
    dateTakenOffset: z.string().optional().describe('Such as `+02:00`.'),
    uploadEnd: z.iso.datetime(),
    visibleWidth: z.number().int(),
    visibleHeight: z.number().int(),
    thumbhash: z.string().optional().describe('Base64.'),
    pictureProblem: z
      .enum(pictureProblems)
      .optional()
      .describe('Why the picture cannot be shown: then `thumbnails` is empty. Our addition to the specification.'),
  })
  .meta({ id: 'Photo' })

/** Details from the file of a photo. A detail that the file does not have is left out. */
export const detailsSchema = z
  .object({
    fileSize: z.number().int().describe('Bytes.'),
    contentType: z.string(),
    cameraMake: z.string().optional(),
    cameraModel: z.string().optional(),
    lensModel: z.string().optional(),
    focalLength: z.number().optional().describe('Millimetres.'),
    fNumber: z.number().optional(),
    exposureTime: z.number().optional().describe('Seconds.'),
    sensitivity: z.number().int().optional().describe('ISO.'),
  })
  .meta({ id: 'PhotoDetails' })

const ownerFields = { ownerId: z.uuid().optional(), ownerEmail: z.string().optional() }

/** A photo that may belong to somebody else. */
const sharedPhotoSchema = photoSchema.extend(ownerFields).meta({
  id: 'SharedPhoto',
  description:
    'A photo, with its owner if the owner is not the caller. The owner is our addition to the specification.',
})

/** A photo that may belong to somebody else, with its details, for answers with few photos. */
export const detailedPhotoSchema = photoSchema
  .extend({ ...ownerFields, details: detailsSchema.describe('Our addition to the specification.') })
  .meta({ id: 'DetailedPhoto' })

/** A page of photos. */
export const photoPageSchema = z.object({ cursor: nextCursor, images: z.array(photoSchema) })

/** A page of photos that may belong to others. */
export const sharedPhotoPageSchema = z.object({ cursor: nextCursor, images: z.array(sharedPhotoSchema) })

/** The photos before and after a photo of the caller's library, in the requested order. */
export const neighboursSchema = z.object({ previous: photoSchema.nullable(), next: photoSchema.nullable() })

/** The photos before and after a photo of an album. */
export const sharedNeighboursSchema = z.object({
  previous: sharedPhotoSchema.nullable(),
  next: sharedPhotoSchema.nullable(),
})

/** The ids that a bulk call could not process. */
export const failedSchema = z.object({ failed: z.array(z.string()) })

/** The untouched file of a photo, for services that read the file itself. */
export const originalSchema = z
  .object({
    imageId: z.uuid(),
    ownerId: z.uuid(),
    fileName: z.string(),
    originalKey: z.string().describe('The key of its blob.'),
    size: z.number().int().describe('Bytes.'),
    crc32: z.number().int(),
    contentType: z.string(),
    dateTaken: z.string().optional().describe('Local time, without an offset.'),
    dateTakenOffset: z.string().optional(),
    uploadEnd: z.iso.datetime(),
  })
  .meta({ id: 'Original' })

const albumFields = {
  albumId: z.uuid(),
  albumName: z.string(),
  coverPhoto: sharedPhotoSchema.nullable().describe('The photo that was added last.'),
  photosCount: z.number().int(),
  created: z.iso.datetime(),
  updated: z.iso.datetime(),
}

/** An album for its owner. */
export const albumSchema = z.object({ ...albumFields, userId: z.uuid(), isShared: z.boolean() }).meta({ id: 'Album' })

/** An album for its owner and its participants. */
export const sharedAlbumSchema = z
  .object({
    ...albumFields,
    isShared: z.literal(true),
    sharesLocations: z
      .boolean()
      .describe(
        'Whether participants see where the photos of the owner were taken. Our addition to the specification.',
      ),
    ownerId: z.uuid(),
    owner: z.object({ email: z.string() }),
    participants: z.array(z.object({ email: z.string() })),
  })
  .meta({ id: 'SharedAlbum' })
