import { z } from 'zod'
import { notFound, Problem } from '../platform/problems.ts'
import { isUuid, parse } from '../platform/requests.ts'
import { createTempSelection, readTempSelection } from './tempSelections.ts'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { PhotosTables } from './tables.ts'

/** As many as an editor reads in two pages of 500, and far below what a request may weigh. */
const maxPhotos = 1_000
const maxIdCharacters = 100

const bodySchema = z.object({ photoIds: z.array(z.string().max(maxIdCharacters)).min(1).max(maxPhotos) })

/** Photos that are handed to an editor by an id. */
export function registerTempSelectionRoutes(
  app: FastifyInstance,
  { tokens }: Platform,
  database: Kysely<PhotosTables>,
): void {
  app.post('/temp-selections', async (request, reply) => {
    const account = await tokens.authenticate(request)
    const { photoIds } = parse(bodySchema, request.body)
    const wanted = photoIds.filter(isUuid).map((id) => id.toLowerCase())
    const tempSelectionId = await createTempSelection(database, account.id, wanted)
    if (tempSelectionId === null) throw new Problem(404, 'PHOTOS_NOT_FOUND', 'None of these photos exists.')
    return reply.status(201).send({ tempSelectionId })
  })

  app.get<{ Params: { id: string } }>('/temp-selections/:id', async (request) => {
    const account = await tokens.authenticate(request)
    const { id } = request.params
    const photoIds = isUuid(id) ? await readTempSelection(database, account.id, id) : null
    if (photoIds === null) throw notFound('There is no such selection.')
    return { photoIds }
  })
}
