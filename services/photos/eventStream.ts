import { z } from 'zod'
import type { EventStream } from '../platform/eventSocket.ts'

const changeSchema = z.object({ imageId: z.string(), year: z.number(), month: z.number() })
const albumSchema = z.object({ albumId: z.string(), isOwner: z.boolean(), isShared: z.boolean() })
const dataSchema = z.union([changeSchema, z.object({ photos: z.array(changeSchema) }), albumSchema])

/** The event stream of a library. */
export const libraryEvents: EventStream = {
  types: ['photo.added', 'photo.removed', 'photos.removed', 'album.changed', 'album.removed'],
  message: ({ type, data }) => ({ type, data: dataSchema.parse(data) }),
  announcesPosition: 'always',
  positionName: 'id',
  announcement: { type: 'position', data: {} },
}
