import { asUuids, parse } from '../../platform/requests.ts'
import { photoIdsSchema } from '../requests.ts'
import { type Target, addToAlbum, createAlbum, deleteAlbum, removeFromAlbum, renameAlbum } from './albumChanges.ts'
import { ownAlbumListSchema, parseAlbumId, parseName } from './albumRequests.ts'
import { findAlbum, readAlbums } from './albumRows.ts'
import { noSuchAlbum } from './access.ts'
import { toWireAlbum } from './wireAlbum.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Platform } from '../../platform/platform.ts'
import type { PhotosTables } from '../tables.ts'

/** A request about one album. */
export interface AlbumParams {
  Params: { id: string }
}

/** An account's own albums. */
export function registerAlbumRoutes(app: FastifyInstance, platform: Platform, database: Kysely<PhotosTables>): void {
  const { blobs, tokens } = platform

  const targetOf = async (request: FastifyRequest<AlbumParams>): Promise<Target> => {
    const account = await tokens.authenticate(request)
    return { albumId: parseAlbumId(request.params.id), ownerId: account.id }
  }

  app.post('/albums', async (request, reply) => {
    const account = await tokens.authenticate(request)
    const albumId = await createAlbum(platform, database, account, parseName(request.body))
    return reply.status(201).send({ albumId })
  })

  app.get('/albums', async (request) => {
    const account = await tokens.authenticate(request)
    const { displaySharedData, ...page } = parse(ownAlbumListSchema, request.query)
    const { albums, cursor } = await readAlbums(database, account.id, displaySharedData ? 'own' : 'unshared', page)
    return { albums: albums.map((album) => toWireAlbum(blobs, album)), cursor }
  })

  app.get<AlbumParams>('/albums/:id', async (request) => {
    const { albumId, ownerId } = await targetOf(request)
    const album = await findAlbum(database, albumId, ownerId, 'album')
    if (!album) throw noSuchAlbum()
    return toWireAlbum(blobs, album)
  })

  app.patch<AlbumParams>('/albums/:id', async (request, reply) => {
    const target = await targetOf(request)
    await renameAlbum(platform, database, target, parseName(request.body))
    return reply.status(204).send()
  })

  app.delete<AlbumParams>('/albums/:id', async (request, reply) => {
    await deleteAlbum(platform, database, await targetOf(request))
    return reply.status(204).send()
  })

  app.post<AlbumParams>('/albums/:id/photos', async (request) => {
    const target = await targetOf(request)
    const { photoIds } = parse(photoIdsSchema, request.body)
    const added = await addToAlbum(platform, database, target, asUuids(photoIds))
    return { failed: photoIds.filter((id) => !added.has(id.toLowerCase())) }
  })

  app.delete<AlbumParams>('/albums/:id/photos', async (request) => {
    const target = await targetOf(request)
    const { photoIds } = parse(photoIdsSchema, request.body)
    const removed = await removeFromAlbum(platform, database, target, asUuids(photoIds))
    return { failed: photoIds.filter((id) => !removed.has(id.toLowerCase())) }
  })
}
