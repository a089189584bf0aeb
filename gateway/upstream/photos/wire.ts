import { z } from 'zod'
import { count, opaque } from '../wireParts.ts'
import { wireSchema } from '../wireSchema.ts'

const thumbnail = z.object({ id: opaque, url: z.string(), width: z.int32(), height: z.int32() })

/** A photo of the photos service. */
export const photo = z.object({
  imageId: opaque,
  /** The upload that the photo came from. Our own service uses the same id for the upload and the photo. */
  uploadId: opaque.nullish(),
  localFileName: z.string().nullish(),
  url: z.string().nullish(),
  untouchedUrl: z.string().nullish(),
  /** The specification does not define the fields of a location. Our own service sends latitude and longitude. */
  location: z.unknown(),
  created: z.string(),
  thumbnails: z.array(thumbnail),
  dateTaken: z.string().nullish(),
  dateTakenOffset: z.string().nullish(),
  visibleWidth: z.int32().nullish(),
  visibleHeight: z.int32().nullish(),
  thumbhash: z.string().nullish(),
  /** Why the picture cannot be shown. Only our own service sends it. */
  pictureProblem: z.string().nullish(),
  /** The owner's account. Sent only in shared albums, and only for photos of others. */
  ownerId: opaque.nullish(),
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

/** The metadata of a photo's file. Only our own service sends it. */
export type WireDetails = z.infer<typeof details>

const detailedPhoto = photo.extend({ details: details.nullish() })

/** A photo that was looked up by id. */
export type WireDetailedPhoto = z.infer<typeof detailedPhoto> & WirePhoto

/** A photo of a list. */
export type WirePhoto = z.infer<typeof photo> & {
  /**
   * The shared album whose list has the photo: its members have the owner's e-mail address. Set by the gateway, not by
   * the service.
   */
  readonly sharedAlbumId?: string
}

/** Schema of a page of photos; `cursor` is the cursor of the next page, null on the last. */
export const wirePhotoPage = wireSchema(z.object({ cursor: opaque.nullish(), images: z.array(photo) }))

/** Schema of a lookup: the photos that exist and that the caller may see. */
export const wirePhotoList = wireSchema(z.object({ images: z.array(detailedPhoto) }))

/** Schema of the previous and next photo; null at the ends of the list. */
export const wireNeighbours = wireSchema(z.object({ previous: photo.nullable(), next: photo.nullable() }))

/** Schema of the counts of a library. */
export const wireUserSummary = wireSchema(z.object({ albumsCount: count, photosCount: count }))

/** Schema of photo counts by year and month; both are 0 for photos without a date. */
export const wireTimeline = wireSchema(
  z.record(z.string().regex(/^\d{1,4}$/), z.record(z.string().regex(/^\d{1,2}$/), count)),
)

/** Schema of the photos that a bulk call did not change. */
export const wireFailedPhotos = wireSchema(z.object({ failed: z.array(opaque) }))

/** Schema of responses whose content does not matter. */
export const wireDone = wireSchema(z.object({}).nullable())

/** Schema of the response to a deletion of all photos; an empty response means that the deletion is finished. */
export const wireLibraryDeletion = wireSchema(z.object({ isFinished: z.boolean().nullish() }).nullable())

/** Schema of a created selection. Only our own service names the photos that it has left out. */
export const wireCreatedSelection = wireSchema(
  z.object({ tempSelectionId: opaque, withoutPicture: z.array(opaque).nullish() }),
)

/** Schema of a selection's photos, in the order of the selection. */
export const wireTempSelection = wireSchema(z.object({ photoIds: z.array(opaque) }))

/** Schema of a message of the event socket. */
export const wireEvent = wireSchema(
  z.object({
    id: z.string().regex(/^\d{1,19}$/),
    type: z.string(),
    data: z.unknown(),
    /** True if the reader resumed with a position after which not all events are kept any more. */
    isTruncated: z.boolean().nullish(),
  }),
)

const photoFact = z.object({ imageId: opaque, year: z.int32(), month: z.int32() })

/** Schema of a photo event's data; year and month are 0 without a date. */
export const wirePhotoFact = wireSchema(photoFact)

/** Schema of the data of an event about many photos. */
export const wirePhotoFacts = wireSchema(z.object({ photos: z.array(photoFact) }))

/** Schema of the data of an event about uploads that have ended. */
export const wireEndedUploads = wireSchema(
  z.object({
    uploads: z.array(
      z.object({
        uploadId: opaque,
        imageId: opaque.nullish(),
        duplicate: z.boolean().nullish(),
        pictureProblem: z.string().nullish(),
        /** Present only if the file was refused. */
        code: z.string().nullish(),
      }),
    ),
  }),
)

/** An upload that has become a photo, or whose file was refused. */
export type WireEndedUpload = z.infer<typeof wireEndedUploads.zod>['uploads'][number]

/** Schema of an album event's data: whether the album is the reader's own, and whether the album is shared. */
export const wireAlbumFact = wireSchema(z.object({ albumId: opaque, isOwner: z.boolean(), isShared: z.boolean() }))
