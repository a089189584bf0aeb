import { z } from 'zod'
import { limitSchema, parse } from '../platform/requests.ts'
import { listAlbumPhotos, listAlbums, listLibrary } from './libraryListing.ts'
import { toOriginal } from './originals.ts'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { PhotosTables } from './tables.ts'

const owner = z.object({ ownerId: z.uuid() })
const album = z.object({ ownerId: z.uuid(), albumId: z.uuid() })
const page = z.object({ cursor: z.string().max(1_000).optional(), limit: limitSchema(500) })
const moment = page.extend({ before: z.iso.datetime({ offset: true }).optional() })

/** What services read of a whole library, on nobody's behalf: an export takes longer than a customer's token. */
export function registerLibraryListingRoutes(
  app: FastifyInstance,
  { serviceCalls }: Platform,
  database: Kysely<PhotosTables>,
): void {
  app.get('/libraries/:ownerId/originals', async (request) => {
    serviceCalls.authorize(request)
    const { ownerId } = parse(owner, request.params)
    const { limit, cursor, before } = parse(moment, request.query)
    const listed = await listLibrary(database, ownerId, { limit, cursor, before })
    return { originals: listed.photos.map(toOriginal), cursor: listed.cursor }
  })

  app.get('/libraries/:ownerId/albums', async (request) => {
    serviceCalls.authorize(request)
    const { ownerId } = parse(owner, request.params)
    const { limit, cursor } = parse(page, request.query)
    return listAlbums(database, ownerId, { limit, cursor })
  })

  app.get('/libraries/:ownerId/albums/:albumId/photos', async (request) => {
    serviceCalls.authorize(request)
    const { limit, cursor } = parse(page, request.query)
    return listAlbumPhotos(database, parse(album, request.params), { limit, cursor })
  })
}
