import { z } from 'zod'
import { accountOf } from '../platform/access.ts'
import { idOr, nothing, type ServiceApp } from '../platform/contract.ts'
import { notFound } from '../platform/problems.ts'
import { asUuids, integer } from '../platform/requests.ts'
import { findReadablePhotos } from './albums/readablePhotos.ts'
import { countAlbums } from './albums/summary.ts'
import { forMember, withOwner } from './albums/wireAlbum.ts'
import { fromStoredMonth, toStoredMonth } from './months.ts'
import { readPage } from './pages.ts'
import { listSchema, photoIdsSchema } from './requests.ts'
import { deletePhotos, readMonthCounts } from './store.ts'
import { toDetailedWirePhoto, toWirePhoto } from './wirePhoto.ts'
import { detailedPhotoSchema, failedSchema, photoPageSchema } from './wireSchemas.ts'
import type { Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { PhotosTables } from './tables.ts'
import { trashDaysOf } from './trash/trashDays.ts'

const photosPerPage = 500
const photosPerMonthPage = 24

const librarySchema = listSchema(photosPerPage, 'dateTaken')
const monthListSchema = listSchema(photosPerMonthPage, 'dateTaken')
const monthSchema = z
  .object({ year: integer, month: integer.pipe(z.number().max(12)) })
  .refine(({ year, month }) => (year === 0) === (month === 0), 'Year and month can only be 0 together.')
const count = z.number().int()

const noSuchPhoto = () => notFound('There is no such photo.')

const listPhotos = {
  summary: 'Lists the photos of the library',
  querystring: librarySchema,
  response: { 200: photoPageSchema },
  problems: { 400: ['INVALID_CURSOR'] },
}

const listMonth = {
  summary: 'Lists the photos of a month',
  description: 'Year 0 and month 0 are the photos without a date.',
  params: monthSchema,
  querystring: monthListSchema,
  response: { 200: photoPageSchema },
  problems: { 400: ['INVALID_CURSOR'] },
}

const countLibrary = {
  summary: 'Counts the photos and albums of the account',
  description: 'Counts the albums of the account, including shared ones.',
  response: { 200: z.object({ albumsCount: count, photosCount: count }) },
}

const countMonths = {
  summary: 'Counts the photos of each month',
  description: 'Such as `{ "2024": { "5": 17 }, "0": { "0": 3 } }`: year, month, number of photos.',
  response: { 200: z.record(z.string(), z.record(z.string(), count)) },
}

const lookUpPhotos = {
  summary: 'Looks up photos by their ids',
  description:
    'Leaves out photos that the caller may not read. Callers may read their own photos, and all photos in shared albums of ' +
    'which they are owner or participant. Our addition to the specification.',
  body: photoIdsSchema,
  response: { 200: z.object({ images: z.array(detailedPhotoSchema) }) },
}

const deleteMany = {
  summary: 'Deletes photos',
  description:
    'Also removes the photos from every album. They go to the trash if the brand has one (decision 0142). Returns ' +
    'the ids that are not photos of the caller.',
  body: photoIdsSchema,
  response: { 200: failedSchema },
}

const deleteOne = {
  summary: 'Deletes a photo',
  description: 'The photo goes to the trash if the brand has one.',
  params: z.object({ id: idOr(noSuchPhoto) }),
  response: { 204: nothing },
  problems: { 404: ['NOT_FOUND'] },
}

/** Registers the routes of an account's library. */
export function registerPhotoRoutes(app: ServiceApp, platform: Platform, database: Kysely<PhotosTables>): void {
  const { blobs } = platform

  const list = async (ownerId: string, month: number | null, query: z.infer<typeof librarySchema>) => {
    const { sortKey: sort, sortOrder: dir, limit, cursor } = query
    const page = await readPage(database, { ownerId, month, sort, dir }, limit, cursor)
    return { cursor: page.cursor, images: page.photos.map((photo) => toWirePhoto(blobs, photo)) }
  }

  app.get('/photos', { schema: listPhotos }, async (request) => list(accountOf(request).id, null, request.query))

  app.get('/photos/timeline/:year/:month', { schema: listMonth }, async (request) => {
    const { year, month } = request.params
    return list(accountOf(request).id, toStoredMonth(year, month), request.query)
  })

  app.get('/users', { schema: countLibrary }, async (request) => {
    const account = accountOf(request)
    const counts = await readMonthCounts(database, account.id)
    const albumsCount = await countAlbums(database, account.id)
    return { albumsCount, photosCount: counts.reduce((sum, { count: ofMonth }) => sum + ofMonth, 0) }
  })

  app.get('/users/timeline', { schema: countMonths }, async (request) => {
    const timeline: Record<string, Record<string, number>> = {}
    for (const { month: stored, count: ofMonth } of await readMonthCounts(database, accountOf(request).id)) {
      const { year, month } = fromStoredMonth(stored)
      const months = (timeline[year] ??= {})
      months[month] = ofMonth
    }
    return timeline
  })

  app.post('/photos/lookup', { schema: lookUpPhotos }, async (request) => {
    const ids = asUuids(request.body.photoIds)
    const { id: accountId } = accountOf(request)
    const { own, others } = await findReadablePhotos(database, accountId, ids)
    return {
      images: [
        ...own.map((photo) => toDetailedWirePhoto(blobs, photo)),
        ...others.map((photo) => {
          const link = { albumId: photo.album_id, generation: photo.links_generation }
          return withOwner(toDetailedWirePhoto(blobs, forMember(photo, accountId), link), photo)
        }),
      ],
    }
  })

  app.delete('/photos', { schema: deleteMany }, async (request) => {
    const { photoIds } = request.body
    const account = accountOf(request)
    const deleted = await deletePhotos(
      database,
      platform,
      account.id,
      asUuids(photoIds),
      trashDaysOf(platform, account),
    )
    return { failed: photoIds.filter((id) => !deleted.has(id.toLowerCase())) }
  })

  app.delete('/photos/:id', { schema: deleteOne }, async (request, reply) => {
    const account = accountOf(request)
    const deleted = await deletePhotos(
      database,
      platform,
      account.id,
      [request.params.id],
      trashDaysOf(platform, account),
    )
    if (deleted.size === 0) throw noSuchPhoto()
    return reply.status(204).send()
  })
}
