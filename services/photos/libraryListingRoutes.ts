import { z } from 'zod'
import { nextCursor, type ServiceApp } from '../platform/contract.ts'
import { limitSchema } from '../platform/requests.ts'
import { listAlbumPhotos, listAlbums, listLibrary } from './libraryListing.ts'
import { toOriginal } from './originals.ts'
import { originalSchema } from './wireSchemas.ts'
import type { Kysely } from 'kysely'
import type { PhotosTables } from './tables.ts'

const owner = z.object({ ownerId: z.uuid() })
const album = z.object({ ownerId: z.uuid(), albumId: z.uuid() })
const page = z.object({ cursor: z.string().max(1_000).optional(), limit: limitSchema(500) })
const before = z.iso.datetime().optional().describe('Leaves out photos that were added later.')
const problems = { 400: ['INVALID_CURSOR'] }

const readOriginals = {
  summary: 'Lists the files of a library',
  description: 'Sorted by month, newest first. Our addition to the specification.',
  params: owner,
  querystring: page.extend({ before }),
  response: { 200: z.object({ originals: z.array(originalSchema), cursor: nextCursor }) },
  problems,
}

const readAlbums = {
  summary: 'Lists the albums of a library',
  description: 'Our addition to the specification.',
  params: owner,
  querystring: page,
  response: {
    200: z.object({
      albums: z.array(z.object({ albumId: z.uuid(), name: z.string(), created: z.iso.datetime() })),
      cursor: nextCursor,
    }),
  },
  problems,
}

const readAlbumPhotos = {
  summary: 'Lists the photos of an album',
  description: 'Lists only photos of the album’s owner. Our addition to the specification.',
  params: album,
  querystring: page,
  response: { 200: z.object({ photoIds: z.array(z.uuid()), cursor: nextCursor }) },
  problems,
}

/**
 * Registers the routes by which services read a whole library in their own name, because an export takes longer than a
 * customer's token lasts.
 */
export function registerLibraryListingRoutes(app: ServiceApp, database: Kysely<PhotosTables>): void {
  const config = { access: 'service' } as const

  app.get('/libraries/:ownerId/originals', { config, schema: readOriginals }, async ({ params, query }) => {
    const { limit, cursor, before: until } = query
    const listed = await listLibrary(database, params.ownerId, { limit, cursor, before: until })
    return { originals: listed.photos.map(toOriginal), cursor: listed.cursor }
  })

  app.get('/libraries/:ownerId/albums', { config, schema: readAlbums }, async ({ params, query }) => {
    const { limit, cursor } = query
    return listAlbums(database, params.ownerId, { limit, cursor })
  })

  app.get('/libraries/:ownerId/albums/:albumId/photos', { config, schema: readAlbumPhotos }, async (request) => {
    const { limit, cursor } = request.query
    return listAlbumPhotos(database, request.params, { limit, cursor })
  })
}
