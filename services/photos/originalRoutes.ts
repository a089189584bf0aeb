import { z } from 'zod'
import { accountOf } from '../platform/access.ts'
import { isUuid } from '../platform/requests.ts'
import { findOriginals } from './originals.ts'
import { originalSchema } from './wireSchemas.ts'
import type { Kysely } from 'kysely'
import type { ServiceApp } from '../platform/contract.ts'
import type { PhotosTables } from './tables.ts'

const maximumPhotos = 100
const idSchema = z.string().max(100)

const findFiles = {
  summary: 'Finds the untouched files of photos',
  description:
    'For services that collect files with the token of a customer. Returns only photos that this customer may read. ' +
    'A photo with an `ownerId` is returned only if it belongs to that owner. Our addition to the specification.',
  body: z.object({
    photos: z
      .array(z.object({ photoId: idSchema, ownerId: idSchema.optional() }))
      .min(1)
      .max(maximumPhotos),
  }),
  response: { 200: z.object({ originals: z.array(originalSchema) }) },
}

/** Registers the route with which other services find the files of a customer's photos. */
export function registerOriginalRoutes(app: ServiceApp, database: Kysely<PhotosTables>): void {
  app.post('/photos/originals', { schema: findFiles }, async (request) => {
    const wanted = request.body.photos
      .filter(({ photoId }) => isUuid(photoId))
      .map(({ photoId, ownerId }) => ({ photoId: photoId.toLowerCase(), ownerId: ownerId?.toLowerCase() }))
    return { originals: await findOriginals(database, accountOf(request).id, wanted) }
  })
}
