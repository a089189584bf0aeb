import { z } from 'zod'
import { notFound } from '../platform/problems.ts'
import { findReadablePhotos } from './albums/readablePhotos.ts'
import { countAlbums } from './albums/summary.ts'
import { withOwner } from './albums/wireAlbum.ts'
import { fromStoredMonth, toStoredMonth } from './months.ts'
import { readPage } from './pages.ts'
import { asUuids, integer, parse } from '../platform/requests.ts'
import { listSchema, photoIdsSchema } from './requests.ts'
import { deletePhotos, readMonthCounts } from './store.ts'
import { toDetailedWirePhoto, toWirePhoto } from './wirePhoto.ts'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { PhotosTables } from './tables.ts'

const photosPerPage = 500
const photosPerMonthPage = 24

const librarySchema = listSchema(photosPerPage, 'dateTaken')
const monthListSchema = listSchema(photosPerMonthPage, 'dateTaken')
const monthSchema = z
  .object({ year: integer, month: integer.pipe(z.number().max(12)) })
  .refine(({ year, month }) => (year === 0) === (month === 0), 'Only 0/0 stands for photos without a date.')
const photoIdSchema = z.object({ id: z.uuid() })

/** The library's calls; every one needs the token of the account whose library it is about. */
export function registerPhotoRoutes(app: FastifyInstance, platform: Platform, database: Kysely<PhotosTables>): void {
  const { blobs, tokens } = platform

  const list = async (ownerId: string, month: number | null, query: z.infer<typeof librarySchema>) => {
    const { sortKey: sort, sortOrder: dir, limit, cursor } = query
    const page = await readPage(database, { ownerId, month, sort, dir }, limit, cursor)
    return { cursor: page.cursor, images: page.photos.map((photo) => toWirePhoto(blobs, photo)) }
  }

  app.get('/photos', async (request) => {
    const account = await tokens.authenticate(request)
    return list(account.id, null, parse(librarySchema, request.query))
  })

  app.get('/photos/timeline/:year/:month', async (request) => {
    const account = await tokens.authenticate(request)
    const { year, month } = parse(monthSchema, request.params)
    return list(account.id, toStoredMonth(year, month), parse(monthListSchema, request.query))
  })

  app.get('/users', async (request) => {
    const account = await tokens.authenticate(request)
    const counts = await readMonthCounts(database, account.id)
    const albumsCount = await countAlbums(database, account.id)
    return { albumsCount, photosCount: counts.reduce((sum, { count }) => sum + count, 0) }
  })

  app.get('/users/timeline', async (request) => {
    const account = await tokens.authenticate(request)
    const timeline: Record<string, Record<string, number>> = {}
    for (const { month: stored, count } of await readMonthCounts(database, account.id)) {
      const { year, month } = fromStoredMonth(stored)
      const months = (timeline[year] ??= {})
      months[month] = count
    }
    return timeline
  })

  app.post('/photos/lookup', async (request) => {
    const account = await tokens.authenticate(request)
    const { photoIds } = parse(photoIdsSchema, request.body)
    const { own, others } = await findReadablePhotos(database, account.id, asUuids(photoIds))
    return {
      images: [
        ...own.map((photo) => toDetailedWirePhoto(blobs, photo)),
        ...others.map((photo) => withOwner(toDetailedWirePhoto(blobs, photo), photo)),
      ],
    }
  })

  app.delete('/photos', async (request) => {
    const account = await tokens.authenticate(request)
    const { photoIds } = parse(photoIdsSchema, request.body)
    const deleted = await deletePhotos(database, platform, account.id, asUuids(photoIds))
    return { failed: photoIds.filter((id) => !deleted.has(id.toLowerCase())) }
  })

  app.delete('/photos/:id', async (request, reply) => {
    const account = await tokens.authenticate(request)
    const params = photoIdSchema.safeParse(request.params)
    const deleted = params.success
      ? await deletePhotos(database, platform, account.id, [params.data.id])
      : new Set<string>()
    if (deleted.size === 0) throw notFound('There is no such photo.')
    return reply.status(204).send()
  })
}
