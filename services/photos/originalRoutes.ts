import { z } from 'zod'
import { isUuid, parse } from '../platform/requests.ts'
import { findOriginals } from './originals.ts'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { PhotosTables } from './tables.ts'

const mostPhotos = 100
const idSchema = z.string().max(100)
const bodySchema = z.object({
  photos: z
    .array(z.object({ photoId: idSchema, ownerId: idSchema.optional() }))
    .min(1)
    .max(mostPhotos),
})

/** What services ask on behalf of a customer who wants files: where those are that the customer may read. */
export function registerOriginalRoutes(
  app: FastifyInstance,
  { tokens }: Platform,
  database: Kysely<PhotosTables>,
): void {
  app.post('/photos/originals', async (request) => {
    const account = await tokens.authenticate(request)
    const { photos } = parse(bodySchema, request.body)
    const wanted = photos
      .filter(({ photoId }) => isUuid(photoId))
      .map(({ photoId, ownerId }) => ({ photoId: photoId.toLowerCase(), ownerId: ownerId?.toLowerCase() }))
    return { originals: await findOriginals(database, account.id, wanted) }
  })
}
