import { z } from 'zod'
import { accountOf } from '../../platform/access.ts'
import { nextCursor, nothing, type ServiceApp } from '../../platform/contract.ts'
import { sharedAlbumSchema } from '../wireSchemas.ts'
import { noSuchAlbum } from './access.ts'
import { albumListSchema, albumParams } from './albumRequests.ts'
import { findAlbum, readAlbums, type AlbumRow } from './albumRows.ts'
import { deleteSharedAlbum, setLocationSharing } from './sharing.ts'
import { readParticipants, summarizeSharedAlbums } from './summary.ts'
import { toWireSharedAlbum } from './wireAlbum.ts'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Platform } from '../../platform/platform.ts'
import type { PhotosTables } from '../tables.ts'

const person = z.object({ id: z.uuid(), email: z.string() })
const missing = { 404: ['NOT_FOUND'] }

const list = {
  summary: 'Lists the shared albums of others',
  description: 'Shared albums in which the caller is a participant. The newest first.',
  querystring: albumListSchema,
  response: { 200: z.object({ albums: z.array(sharedAlbumSchema), cursor: nextCursor }) },
  problems: { 400: ['INVALID_CURSOR'] },
}

const read = {
  summary: 'Reads a shared album',
  description: 'For its owner and its participants.',
  params: albumParams,
  response: { 200: sharedAlbumSchema },
  problems: missing,
}

const listParticipants = {
  summary: 'Lists the participants of a shared album',
  params: albumParams,
  response: { 200: z.object({ owner: person, participants: z.array(person) }) },
  problems: missing,
}

const change = {
  summary: 'Changes what a shared album shows its participants',
  description:
    'Only for its owner. With `sharesLocations`, participants see where the photos of the owner were taken. Our addition to ' +
    'the specification.',
  params: albumParams,
  body: z.object({ sharesLocations: z.boolean() }),
  response: { 204: nothing },
  problems: missing,
}

const remove = {
  summary: 'Deletes or leaves a shared album',
  description:
    'The owner deletes the album for everybody. A participant leaves the album, and their photos are removed from it.',
  params: albumParams,
  response: { 204: nothing },
  problems: missing,
}

const summarize = {
  summary: 'Counts the shared albums of the account',
  response: {
    200: z.object({
      readAlbumsCount: z.number().int().describe('Albums that others share with the account.'),
      grantedAlbumsCount: z.number().int().describe('Albums that the account shares.'),
      created: z.iso
        .datetime()
        .describe('When the oldest of these albums was created; the current time if there are none.'),
      updated: z.iso.datetime().optional().describe('When one of these albums last changed.'),
    }),
  },
}

/** Registers the routes for albums with participants, for the participants and the owner. */
export function registerSharedAlbumRoutes(app: ServiceApp, platform: Platform, database: Kysely<PhotosTables>): void {
  const { blobs } = platform

  const albumOf = async (request: FastifyRequest, albumId: string): Promise<AlbumRow> => {
    const album = await findAlbum(database, albumId, accountOf(request).id, 'shared-album')
    if (!album) throw noSuchAlbum()
    return album
  }

  app.get('/shared-albums', { schema: list }, async (request) => {
    const { id } = accountOf(request)
    const { albums, cursor } = await readAlbums(database, id, 'participating', request.query)
    return { albums: albums.map((album) => toWireSharedAlbum(blobs, album, id)), cursor }
  })

  app.get('/shared-albums/:id', { schema: read }, async (request) =>
    toWireSharedAlbum(blobs, await albumOf(request, request.params.id), accountOf(request).id),
  )

  app.get('/shared-albums/:id/participants', { schema: listParticipants }, async (request) => {
    const album = await albumOf(request, request.params.id)
    const owner = { id: album.album_owner_id, email: album.album_owner_email }
    return { owner, participants: await readParticipants(database, album.album_id) }
  })

  app.patch('/shared-albums/:id', { schema: change }, async (request, reply) => {
    const target = { albumId: request.params.id, ownerId: accountOf(request).id }
    await setLocationSharing(platform, database, target, request.body.sharesLocations)
    return reply.status(204).send()
  })

  app.delete('/shared-albums/:id', { schema: remove }, async (request, reply) => {
    await deleteSharedAlbum(platform, database, request.params.id, accountOf(request).id)
    return reply.status(204).send()
  })

  app.get('/users/shared-albums', { schema: summarize }, async (request) =>
    summarizeSharedAlbums(database, accountOf(request).id),
  )
}
