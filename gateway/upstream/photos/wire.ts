import { z } from 'zod'
import { count } from '../wireParts.ts'
import { wireSchema } from '../wireSchema.ts'

const thumbnail = z.object({ id: z.string(), url: z.string(), width: z.int32(), height: z.int32() })

/** A photo, as the photos service sends it. */
export const photo = z.object({
  imageId: z.string(),
  localFileName: z.string().nullable(),
  url: z.string().nullable(),
  untouchedUrl: z.string().nullable(),
  location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  created: z.string(),
  thumbnails: z.array(thumbnail),
  dateTaken: z.string().nullish(),
  dateTakenOffset: z.string().nullish(),
  visibleWidth: z.int32().nullish(),
  visibleHeight: z.int32().nullish(),
  thumbhash: z.string().nullish(),
  /** Only in shared albums, and of photos of others. */
  ownerId: z.string().nullish(),
  ownerEmail: z.string().nullish(),
})

const details = z.object({
  fileSize: z.number().nonnegative().nullish(),
  contentType: z.string().nullish(),
  cameraMake: z.string().nullish(),
  cameraModel: z.string().nullish(),
  lensModel: z.string().nullish(),
  focalLength: z.number().nullish(),
  fNumber: z.number().nullish(),
  exposureTime: z.number().nullish(),
  sensitivity: z.int32().nullish(),
})

/** What the file of a photo tells of itself; our own addition. */
export type WireDetails = z.infer<typeof details>

const detailedPhoto = photo.extend({ details: details.nullish() })

/** A photo that was asked for by its id. */
export type WireDetailedPhoto = z.infer<typeof detailedPhoto>

/** A photo of a list. */
export type WirePhoto = z.infer<typeof photo>

/** A page of photos; `cursor` is where the next one begins, null on the last. */
export const wirePhotoPage = wireSchema(z.object({ cursor: z.string().nullish(), images: z.array(photo) }))

/** Photos by id: those that exist and that the caller may see. */
export const wirePhotoList = wireSchema(z.object({ images: z.array(detailedPhoto) }))

/** The photos beside one in a list; null at its ends. */
export const wireNeighbours = wireSchema(z.object({ previous: photo.nullable(), next: photo.nullable() }))

/** How much a customer has. */
export const wireUserSummary = wireSchema(z.object({ albumsCount: count, photosCount: count }))

/** Year to month to number of photos; year 0, month 0: without a date. */
export const wireTimeline = wireSchema(
  z.record(z.string().regex(/^\d{1,4}$/), z.record(z.string().regex(/^\d{1,2}$/), count)),
)

/** Photos that a call about many did nothing to. */
export const wireFailedPhotos = wireSchema(z.object({ failed: z.array(z.string()) }))

/** How far the deletion of all photos has come; without a body they are gone. */
export const wireLibraryDeletion = wireSchema(z.object({ isFinished: z.boolean().nullish() }).nullable())

/** The id of a selection that was made. */
export const wireCreatedSelection = wireSchema(z.object({ tempSelectionId: z.string() }))

/** The photos of a selection, in its order. */
export const wireTempSelection = wireSchema(z.object({ photoIds: z.array(z.string()) }))

/** A message of the event socket. */
export const wireEvent = wireSchema(
  z.object({ id: z.string().regex(/^\d{1,19}$/), type: z.string(), data: z.unknown() }),
)

const photoFact = z.object({ imageId: z.string(), year: z.int32(), month: z.int32() })

/** What a photo's event tells; year and month are 0 without a date. */
export const wirePhotoFact = wireSchema(photoFact)

/** The same of many photos at a time. */
export const wirePhotoFacts = wireSchema(z.object({ photos: z.array(photoFact) }))

/** What an album's event tells: whether it is about it as the reader's own, and as a shared one. */
export const wireAlbumFact = wireSchema(z.object({ albumId: z.string(), isOwner: z.boolean(), isShared: z.boolean() }))
