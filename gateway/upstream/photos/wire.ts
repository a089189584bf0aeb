import { z } from 'zod'
import { wireSchema } from '../wireSchema.ts'

const thumbnail = z.object({ id: z.string(), url: z.string(), width: z.int32(), height: z.int32() })

const photo = z.object({
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
})

/** A photo, as the photos service sends it. */
export type WirePhoto = z.infer<typeof photo>

/** A page of photos; `cursor` is where the next one begins, null on the last. */
export const wirePhotoPage = wireSchema(z.object({ cursor: z.string().nullish(), images: z.array(photo) }))

/** Photos by id: those that exist and are the caller's. */
export const wirePhotoList = wireSchema(z.object({ images: z.array(photo) }))

/** The photos beside one in a list; null at its ends. */
export const wireNeighbours = wireSchema(z.object({ previous: photo.nullable(), next: photo.nullable() }))

/** No more than the API's own integers hold. */
const count = z.int32().nonnegative()

/** How much a customer has. */
export const wireUserSummary = wireSchema(z.object({ albumsCount: count, photosCount: count }))

/** Year to month to number of photos; year 0, month 0: without a date. */
export const wireTimeline = wireSchema(
  z.record(z.string().regex(/^\d{1,4}$/), z.record(z.string().regex(/^\d{1,2}$/), count)),
)

/** What a deletion left behind. */
export const wireDeletion = wireSchema(z.object({ failed: z.array(z.string()) }))

/** A message of the event socket. */
export const wireEvent = wireSchema(
  z.object({ id: z.string().regex(/^\d{1,19}$/), type: z.string(), data: z.unknown() }),
)

/** What a photo's event tells; year and month are 0 without a date. */
export const wirePhotoFact = wireSchema(z.object({ imageId: z.string(), year: z.int32(), month: z.int32() }))
