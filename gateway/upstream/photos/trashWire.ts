import { z } from 'zod'
import { count, opaque } from '../wireParts.ts'
import { wireSchema } from '../wireSchema.ts'
import { photo } from './wire.ts'

const trashedPhoto = photo.extend({ deleted: z.string(), expires: z.string() })

/** A photo in the trash. */
export type WireTrashedPhoto = z.infer<typeof trashedPhoto>

/** Schema of a page of the trash; `cursor` is the cursor of the next page, null on the last. */
export const wireTrashPage = wireSchema(z.object({ cursor: opaque.nullish(), images: z.array(trashedPhoto) }))

/** Schema of a lookup: the photos that are in the trash. */
export const wireTrashedPhotos = wireSchema(z.object({ images: z.array(trashedPhoto) }))

/** Schema of the number of photos in the trash. */
export const wireTrashCount = wireSchema(z.object({ photosCount: count }))
