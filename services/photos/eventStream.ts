import { z } from 'zod'
import type { EventStream } from '../platform/eventSocket.ts'

const changeSchema = z.object({ imageId: z.string(), year: z.number(), month: z.number() })
const albumSchema = z.object({ albumId: z.string(), isOwner: z.boolean(), isShared: z.boolean() })
const endedSchema = z.object({
  uploadId: z.string(),
  state: z.enum(['READY', 'REJECTED']),
  imageId: z.string().optional(),
  duplicate: z.boolean().optional(),
  pictureProblem: z.string().optional(),
  code: z.string().optional(),
})
const dataSchema = z.union([
  changeSchema,
  z.object({ photos: z.array(changeSchema) }),
  albumSchema,
  z.object({ uploads: z.array(endedSchema) }),
  z.object({}),
])

/** The event stream of a library. */
export const libraryEvents: EventStream = {
  summary: 'Streams the changes of the library',
  description: `Messages are \`{ id, type, data }\`; \`id\` is the position. Our addition to the specification.

- \`position\`, data \`{}\`: the position where the stream begins. It is the first message, unless \`after\` was given. A reader that
  has received no event yet can resume after this position. With \`isTruncated: true\`, events up to this position are missing.
- \`photo.added\`, \`photo.removed\`: \`{ imageId, year, month }\`. Year and month are 0 for a photo without a date.
- \`photos.removed\`: \`{ photos: { imageId, year, month }[] }\`, for up to 500 photos that were deleted together,
  for good or into the trash.
- \`trash.changed\`: \`{}\`, when photos were moved to the trash or have left it.
- \`album.changed\`, \`album.removed\`: \`{ albumId, isOwner, isShared }\`, sent to the owner and all participants (decision 0122).
- \`uploads.ended\`: \`{ uploads: { uploadId, state, … }[] }\`, sent on behalf of storage: \`UploadOutcome\`s with the state \`READY\` or \`REJECTED\` (decision 0313).`,
  types: [
    'photo.added',
    'photo.removed',
    'photos.removed',
    'photos.trashed',
    'trash.changed',
    'album.changed',
    'album.removed',
    'uploads.ended',
  ],
  // For readers of the library, photos in the trash count as removed.
  message: ({ type, data }) => ({
    type: type === 'photos.trashed' ? 'photos.removed' : type,
    data: dataSchema.parse(data),
  }),
  announcesPosition: 'always',
  positionName: 'id',
  announcement: { type: 'position', data: {} },
}
