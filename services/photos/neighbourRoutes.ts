import { z } from 'zod'
import { accountOf } from '../platform/access.ts'
import { idOr, type ServiceApp } from '../platform/contract.ts'
import { notFound } from '../platform/problems.ts'
import { findNeighbours } from './neighbours.ts'
import { orderSchema } from './requests.ts'
import { toWirePhoto } from './wirePhoto.ts'
import { neighboursSchema } from './wireSchemas.ts'
import type { Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { PhotoRow } from './pages.ts'
import type { PhotosTables } from './tables.ts'

const noSuchPhoto = () => notFound('There is no such photo.')

const readNeighbours = {
  summary: 'Reads the photos before and after a photo',
  description: 'In the order of `GET /photos` with the same sort. Our addition to the specification.',
  params: z.object({ id: idOr(noSuchPhoto) }),
  querystring: orderSchema('dateTaken'),
  response: { 200: neighboursSchema },
  problems: { 404: ['NOT_FOUND'] },
}

/** The route for the photos before and after a photo in the library. */
export function registerNeighbourRoutes(app: ServiceApp, { blobs }: Platform, database: Kysely<PhotosTables>): void {
  const toWire = (photo: PhotoRow | null) => (photo ? toWirePhoto(blobs, photo) : null)

  app.get('/photos/:id/neighbours', { schema: readNeighbours }, async (request) => {
    const { sortKey: sort, sortOrder: dir } = request.query
    const neighbours = await findNeighbours(database, { ownerId: accountOf(request).id, sort, dir }, request.params.id)
    if (!neighbours) throw noSuchPhoto()
    return { previous: toWire(neighbours.previous), next: toWire(neighbours.next) }
  })
}
