import { z } from 'zod'
import { accountOf } from '../platform/access.ts'
import { idOr, type ServiceApp } from '../platform/contract.ts'
import { notFound, Problem } from '../platform/problems.ts'
import { isUuid } from '../platform/requests.ts'
import { createTempSelection, readTempSelection } from './tempSelections.ts'
import type { Kysely } from 'kysely'
import type { PhotosTables } from './tables.ts'

/**
 * The maximum number of photos in a selection: as many as an editor reads in two pages of 500, and far below the size
 * limit of requests.
 */
const maxPhotos = 1_000
const maxIdCharacters = 100

const noSuchSelection = () => notFound('There is no such selection.')

const create = {
  summary: 'Creates a selection of photos for an editor',
  body: z.object({ photoIds: z.array(z.string().max(maxIdCharacters)).min(1).max(maxPhotos) }),
  description:
    'Leaves out photos whose pictures cannot be shown. If no photo remains, the answer is 422 `PHOTOS_WITHOUT_PICTURE`.',
  response: {
    201: z.object({
      tempSelectionId: z.uuid(),
      withoutPicture: z.array(z.uuid()).describe('The photos that were left out. Our addition to the specification.'),
    }),
  },
  problems: { 404: ['PHOTOS_NOT_FOUND'], 422: ['PHOTOS_WITHOUT_PICTURE'] },
}

const read = {
  summary: 'Reads a selection of photos',
  description: 'In the order in which the photos were chosen, without photos deleted since.',
  params: z.object({ id: idOr(noSuchSelection) }),
  response: { 200: z.object({ photoIds: z.array(z.uuid()) }) },
  problems: { 404: ['NOT_FOUND'] },
}

/** Registers the routes for selections of photos. An editor reads a selection by its id. */
export function registerTempSelectionRoutes(app: ServiceApp, database: Kysely<PhotosTables>): void {
  app.post('/temp-selections', { schema: create }, async (request, reply) => {
    const wanted = request.body.photoIds.filter(isUuid).map((id) => id.toLowerCase())
    const { id, withoutPicture } = await createTempSelection(database, accountOf(request).id, wanted)
    if (id !== null) return reply.status(201).send({ tempSelectionId: id, withoutPicture })
    if (withoutPicture.length === 0) throw new Problem(404, 'PHOTOS_NOT_FOUND', 'None of these photos exists.')
    throw new Problem(422, 'PHOTOS_WITHOUT_PICTURE', 'None of these photos can be shown.')
  })

  app.get('/temp-selections/:id', { schema: read }, async (request) => {
    const photoIds = await readTempSelection(database, accountOf(request).id, request.params.id)
    if (photoIds === null) throw noSuchSelection()
    return { photoIds }
  })
}
