import { z } from 'zod'
import { accountOf } from '../../platform/access.ts'
import { nextCursor, nothing, type ServiceApp } from '../../platform/contract.ts'
import { asUuids } from '../../platform/requests.ts'
import { photoIdsSchema } from '../requests.ts'
import { albumSchema, failedSchema } from '../wireSchemas.ts'
import { noSuchAlbum } from './access.ts'
import { addToAlbum, createAlbum, deleteAlbum, removeFromAlbum, renameAlbum, type Target } from './albumChanges.ts'
import { albumParams, nameSchema, ownAlbumListSchema } from './albumRequests.ts'
import { findAlbum, readAlbums } from './albumRows.ts'
import { toWireAlbum } from './wireAlbum.ts'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Platform } from '../../platform/platform.ts'
import type { PhotosTables } from '../tables.ts'

const notChangeable = { 404: ['NOT_FOUND'], 409: ['ALBUM_IS_SHARED'] }

const create = {
  summary: 'Creates an album',
  body: nameSchema,
  response: { 201: z.object({ albumId: z.uuid() }) },
  problems: { 400: ['INVALID_ALBUM_NAME'] },
}

const list = {
  summary: 'Lists the albums of the caller',
  description: 'The newest first.',
  querystring: ownAlbumListSchema,
  response: { 200: z.object({ albums: z.array(albumSchema), cursor: nextCursor }) },
  problems: { 400: ['INVALID_CURSOR'] },
}

const read = {
  summary: 'Reads an album',
  description: 'Only for its owner.',
  params: albumParams,
  response: { 200: albumSchema },
  problems: { 404: ['NOT_FOUND'] },
}

const rename = {
  summary: 'Renames an album',
  params: albumParams,
  body: nameSchema,
  response: { 204: nothing },
  problems: { ...notChangeable, 400: ['INVALID_ALBUM_NAME'] },
}

const remove = {
  summary: 'Deletes an album',
  params: albumParams,
  response: { 204: nothing },
  problems: notChangeable,
}

const addPhotos = {
  summary: 'Adds photos to an album',
  description: 'Returns the ids of photos that do not exist or are not the caller’s. Idempotent.',
  params: albumParams,
  body: photoIdsSchema,
  response: { 200: failedSchema },
  problems: notChangeable,
}

const removePhotos = {
  summary: 'Removes photos from an album',
  description: 'Returns the ids of photos that were not in the album.',
  params: albumParams,
  body: photoIdsSchema,
  response: { 200: failedSchema },
  problems: notChangeable,
}

/** Registers the routes for an account's own albums. */
export function registerAlbumRoutes(app: ServiceApp, platform: Platform, database: Kysely<PhotosTables>): void {
  const { blobs } = platform

  app.post('/albums', { schema: create }, async (request, reply) => {
    const albumId = await createAlbum(platform, database, accountOf(request), request.body.name)
    return reply.status(201).send({ albumId })
  })

  app.get('/albums', { schema: list }, async (request) => {
    const { displaySharedData, ...page } = request.query
    const which = displaySharedData ? 'own' : 'unshared'
    const { albums, cursor } = await readAlbums(database, accountOf(request).id, which, page)
    return { albums: albums.map((album) => toWireAlbum(blobs, album)), cursor }
  })

  app.get('/albums/:id', { schema: read }, async (request) => {
    const { albumId, ownerId } = targetOf(request, request.params)
    const album = await findAlbum(database, albumId, ownerId, 'album')
    if (!album) throw noSuchAlbum()
    return toWireAlbum(blobs, album)
  })

  app.patch('/albums/:id', { schema: rename }, async (request, reply) => {
    await renameAlbum(platform, database, targetOf(request, request.params), request.body.name)
    return reply.status(204).send()
  })

  app.delete('/albums/:id', { schema: remove }, async (request, reply) => {
    await deleteAlbum(platform, database, targetOf(request, request.params))
    return reply.status(204).send()
  })

  app.post('/albums/:id/photos', { schema: addPhotos }, async (request) => {
    const { photoIds } = request.body
    const added = await addToAlbum(platform, database, targetOf(request, request.params), asUuids(photoIds))
    return { failed: photoIds.filter((id) => !added.has(id.toLowerCase())) }
  })

  app.delete('/albums/:id/photos', { schema: removePhotos }, async (request) => {
    const { photoIds } = request.body
    const removed = await removeFromAlbum(platform, database, targetOf(request, request.params), asUuids(photoIds))
    return { failed: photoIds.filter((id) => !removed.has(id.toLowerCase())) }
  })
}

function targetOf(request: FastifyRequest, { id: albumId }: { readonly id: string }): Target {
  return { albumId, ownerId: accountOf(request).id }
}
