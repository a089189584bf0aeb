import { parse } from '../../platform/requests.ts'
import { noSuchAlbum } from './access.ts'
import { albumListSchema, parseAlbumId } from './albumRequests.ts'
import { type AlbumRow, findAlbum, readAlbums } from './albumRows.ts'
import { deleteSharedAlbum } from './sharing.ts'
import { readParticipants, summarizeSharedAlbums } from './summary.ts'
import { toWireSharedAlbum } from './wireAlbum.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Platform } from '../../platform/platform.ts'
import type { PhotosTables } from '../tables.ts'
import type { AlbumParams } from './albumRoutes.ts'

/** Albums that have participants, for them and for their owner. */
export function registerSharedAlbumRoutes(
  app: FastifyInstance,
  platform: Platform,
  database: Kysely<PhotosTables>,
): void {
  const { blobs, tokens } = platform

  const albumOf = async (request: FastifyRequest<AlbumParams>): Promise<AlbumRow> => {
    const account = await tokens.authenticate(request)
    const album = await findAlbum(database, parseAlbumId(request.params.id), account.id, 'shared-album')
    if (!album) throw noSuchAlbum()
    return album
  }

  app.get('/shared-albums', async (request) => {
    const account = await tokens.authenticate(request)
    const page = parse(albumListSchema, request.query)
    const { albums, cursor } = await readAlbums(database, account.id, 'participating', page)
    return { albums: albums.map((album) => toWireSharedAlbum(blobs, album)), cursor }
  })

  app.get<AlbumParams>('/shared-albums/:id', async (request) => toWireSharedAlbum(blobs, await albumOf(request)))

  app.get<AlbumParams>('/shared-albums/:id/participants', async (request) => {
    const album = await albumOf(request)
    const owner = { id: album.album_owner_id, email: album.album_owner_email }
    return { owner, participants: await readParticipants(database, album.album_id) }
  })

  app.delete<AlbumParams>('/shared-albums/:id', async (request, reply) => {
    const account = await tokens.authenticate(request)
    await deleteSharedAlbum(platform, database, parseAlbumId(request.params.id), account.id)
    return reply.status(204).send()
  })

  app.get('/users/shared-albums', async (request) => {
    const account = await tokens.authenticate(request)
    return summarizeSharedAlbums(database, account.id)
  })
}
