import { z } from 'zod'
import { notFound } from '../platform/problems.ts'
import { findNeighbours } from './neighbours.ts'
import { parse } from '../platform/requests.ts'
import { toWirePhoto } from './wirePhoto.ts'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { PhotoRow } from './pages.ts'
import type { PhotosTables } from './tables.ts'

const querySchema = z.object({
  sortKey: z.enum(['created', 'dateTaken']).default('dateTaken'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
})
const photoIdSchema = z.object({ id: z.uuid() })

/** `GET /photos/{id}/neighbours?sortKey&sortOrder`: the photos beside one in the timeline of that sort. */
export function registerNeighbourRoutes(
  app: FastifyInstance,
  { blobs, tokens }: Platform,
  database: Kysely<PhotosTables>,
): void {
  const toWire = (photo: PhotoRow | null) => (photo ? toWirePhoto(blobs, photo) : null)

  app.get('/photos/:id/neighbours', async (request) => {
    const { id: ownerId } = await tokens.authenticate(request)
    const { sortKey: sort, sortOrder: dir } = parse(querySchema, request.query)
    const params = photoIdSchema.safeParse(request.params)
    const neighbours = params.success ? await findNeighbours(database, { ownerId, sort, dir }, params.data.id) : null
    if (!neighbours) throw notFound('There is no such photo.')
    return { previous: toWire(neighbours.previous), next: toWire(neighbours.next) }
  })
}
