import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Platform } from '../platform/platform.ts'
import { invalidCursor, notFound, Problem } from '../platform/problems.ts'
import { isUuid, limitSchema, parse } from '../platform/requests.ts'
import { archiveKey } from './archive.ts'
import { fetchOriginals, type WantedPhoto } from './originals.ts'
import {
  createDownload,
  digestOf,
  type DownloadRow,
  findDownload,
  findRepeated,
  listDownloads,
  refuseTooMany,
} from './store.ts'
import type { DownloadsTables } from './tables.ts'

const mostPhotos = 100
const downloadsPerPage = 50

const idSchema = z.string().max(100)
const nameSchema = z
  .string()
  .max(255)
  .transform((name) => name.toWellFormed().replaceAll('\0', '').trim())
  .optional()
const ownSchema = z.object({ photos: z.array(idSchema).min(1).max(mostPhotos), name: nameSchema })
const sharedSchema = z.object({
  photos: z
    .array(z.object({ photoId: idSchema, ownerId: idSchema }))
    .min(1)
    .max(mostPhotos),
  name: nameSchema,
})
const listSchema = z.object({ cursor: z.string().max(100).optional(), limit: limitSchema(downloadsPerPage) })
const keySchema = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'Idempotency-Key has 1 to 255 visible ASCII characters.')
    .optional(),
})

/** Archives: asked for, listed, fetched; each one is its owner's alone. */
export function registerDownloadRoutes(
  app: FastifyInstance,
  platform: Platform,
  database: Kysely<DownloadsTables>,
): void {
  const { tokens, blobs } = platform

  app.post('/downloads', async (request, reply) => {
    const { id: ownerId } = await tokens.authenticate(request)
    const { photos, name } = parse(ownSchema, request.body)
    const wanted = photos.map((photoId) => ({ photoId, ownerId }))
    return ask(platform, database, { request, reply, ownerId, wanted, name })
  })

  app.post('/shared-album-downloads', async (request, reply) => {
    const { id: ownerId } = await tokens.authenticate(request)
    const { photos: wanted, name } = parse(sharedSchema, request.body)
    return ask(platform, database, { request, reply, ownerId, wanted, name })
  })

  app.get('/downloads', async (request) => {
    const account = await tokens.authenticate(request)
    const { cursor: after, limit } = parse(listSchema, request.query)
    if (after !== undefined && !isUuid(after)) throw invalidCursor()
    const { downloads, cursor } = await listDownloads(database, account.id, { limit, after })
    return { items: downloads.map(toWireDownload), cursor }
  })

  app.get<{ Params: { id: string } }>('/downloads/:id', async (request) => {
    const account = await tokens.authenticate(request)
    return toWireDownload(await existing(database, account.id, request.params.id))
  })

  app.get<{ Params: { id: string } }>('/downloads/:id/url', async (request) => {
    const account = await tokens.authenticate(request)
    const { id, state, expires_at: expires } = await existing(database, account.id, request.params.id)
    if (state !== 'finished' || expires === null) {
      throw new Problem(409, 'NOT_FINISHED', 'There is no file of this archive, or not yet.')
    }
    return { url: blobs.signedUrl(archiveKey(account.id, id), { fileName: `${id}.zip`, expires }) }
  })
}

interface Asked {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly ownerId: string
  readonly wanted: readonly WantedPhoto[]
  readonly name: string | undefined
}

/** The right to the photos is that of the moment of asking. */
async function ask(platform: Platform, database: Kysely<DownloadsTables>, asked: Asked): Promise<FastifyReply> {
  const { request, reply, ownerId, name } = asked
  const key = parse(keySchema, request.headers)['idempotency-key'] ?? null
  const wanted = [...new Map(asked.wanted.map((photo) => [photo.photoId.toLowerCase(), photo])).values()]
  const repeatable = { ownerId, key, digest: digestOf([wanted, name ?? null]) }
  const earlier = await findRepeated(database, repeatable)
  if (earlier) return reply.status(200).send(toWireDownload(earlier))
  await refuseTooMany(database, ownerId, 1)

  const caller = { token: bearerOf(request), correlationId: request.id }
  const originals = await fetchOriginals(platform, caller, wanted)
  if (originals.length === 0) throw new Problem(404, 'PHOTOS_NOT_FOUND', 'None of these photos exists.')
  const wish = { ...repeatable, name: name || null, count: wanted.length }
  const created = await createDownload(database, platform, wish, originals)
  if (created) return reply.status(201).send(toWireDownload(created))
  const meanwhile = await findRepeated(database, repeatable)
  if (!meanwhile) throw notFound('This archive has expired.')
  return reply.status(200).send(toWireDownload(meanwhile))
}

/** Of a request that was authenticated by it. */
function bearerOf(request: FastifyRequest): string {
  return (request.headers.authorization ?? '').replace(/^Bearer +/i, '').trim()
}

async function existing(database: Kysely<DownloadsTables>, ownerId: string, id: string): Promise<DownloadRow> {
  const found = isUuid(id) ? await findDownload(database, ownerId, id.toLowerCase()) : null
  if (!found) throw notFound('There is no such archive, or not any more.')
  return found
}

/** As the specification's calls answer it; what it does not name is ours. */
function toWireDownload(download: DownloadRow & { readonly photoIds?: readonly string[] }) {
  const { id, name, state, progress, size, photoIds } = download
  return {
    id,
    ...(name === null ? {} : { name }),
    ...(photoIds ? { photos: photoIds } : {}),
    state,
    photosCount: download.photos_count,
    missingCount: download.missing_count,
    progress,
    size,
    created: download.created_at.toISOString(),
    expires: download.expires_at?.toISOString() ?? null,
  }
}
