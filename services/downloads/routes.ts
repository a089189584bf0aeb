import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { accountOf, callerOf } from '../platform/access.ts'
import { idOr, nextCursor, type ServiceApp } from '../platform/contract.ts'
import type { Platform } from '../platform/platform.ts'
import { invalidCursor, notFound, Problem } from '../platform/problems.ts'
import { isUuid, limitSchema } from '../platform/requests.ts'
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

const maximumPhotos = 100
const downloadsPerPage = 50

const idSchema = z.string().max(1_024)
const nameSchema = z
  .string()
  .max(255)
  .transform((name) => name.toWellFormed().replaceAll('\0', '').trim())
  .optional()
const ownSchema = z.object({ photos: z.array(idSchema).min(1).max(maximumPhotos), name: nameSchema })
const sharedSchema = z.object({
  photos: z
    .array(z.object({ photoId: idSchema, ownerId: idSchema }))
    .min(1)
    .max(maximumPhotos),
  name: nameSchema,
})
const noSuchArchive = () => notFound('There is no such archive, or it has expired.')
const paramsSchema = z.object({ id: idOr(noSuchArchive) })
const listSchema = z.object({
  cursor: z.string().max(100).optional(),
  limit: limitSchema(downloadsPerPage),
})
const keySchema = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'Idempotency-Key has 1 to 255 visible ASCII characters.')
    .optional(),
})

const count = z.number().int()

const downloadSchema = z
  .object({
    id: z.uuid(),
    name: z.string().optional(),
    state: z.enum(['started', 'finished', 'error']),
    photosCount: count,
    missingCount: count,
    progress: z.number().describe('0 to 1.'),
    size: count.nullable().describe('Bytes; null until the archive is finished.'),
    created: z.iso.datetime(),
    expires: z.iso.datetime().nullable().describe('Null until the archive has finished or failed.'),
  })
  .meta({ id: 'Download', description: 'An archive (decision 0130).' })

const requestedSchema = downloadSchema
  .extend({ photos: z.array(z.string()).optional().describe('The ids of the requested photos that were found.') })
  .meta({ id: 'RequestedDownload' })

const requested = {
  headers: keySchema,
  response: { 200: requestedSchema, 201: requestedSchema },
  problems: {
    404: ['PHOTOS_NOT_FOUND', 'NOT_FOUND'],
    422: ['IDEMPOTENCY_KEY_REUSED'],
    429: ['TOO_MANY_DOWNLOADS'],
    503: ['PHOTOS_UNAVAILABLE'],
  },
}

const requestOwn = {
  ...requested,
  summary: 'Requests an archive of photos of the caller',
  description: 'A repeated request with the same Idempotency-Key is answered with 200.',
  body: ownSchema,
}

const requestShared = {
  ...requested,
  summary: 'Requests an archive of photos of shared albums',
  description:
    'Takes photos of shared albums that the caller may see, and photos of the caller. A repeated request with the same ' +
    'Idempotency-Key is answered with 200.',
  body: sharedSchema,
}

const list = {
  summary: 'Lists the archives of the account',
  description: 'Sorted by date of request, newest first.',
  querystring: listSchema,
  response: { 200: z.object({ items: z.array(downloadSchema), cursor: nextCursor }) },
  problems: { 400: ['INVALID_CURSOR'] },
}

const read = {
  summary: 'Reads an archive',
  description: 'An expired archive is answered with 404. This call is our addition to the specification.',
  params: paramsSchema,
  response: { 200: downloadSchema },
  problems: { 404: ['NOT_FOUND'] },
}

const readUrl = {
  summary: 'Reads the address of an archive',
  description:
    'The signed address is valid until the archive expires, and supports Range requests. The file is named `{id}.zip`.',
  params: paramsSchema,
  response: { 200: z.object({ url: z.string() }) },
  problems: { 404: ['NOT_FOUND'], 409: ['NOT_FINISHED'] },
}

/** Registers the routes that request, list and download archives. Only the owner of an archive has access to it. */
export function registerDownloadRoutes(app: ServiceApp, platform: Platform, database: Kysely<DownloadsTables>): void {
  app.post('/downloads', { schema: requestOwn }, async (request, reply) => {
    const { id: ownerId } = accountOf(request)
    const { photos, name } = request.body
    const wanted = photos.map((photoId) => ({ photoId, ownerId }))
    const { status, download } = await ask(platform, database, {
      request,
      key: request.headers['idempotency-key'],
      ownerId,
      wanted,
      name,
    })
    return reply.status(status).send(download)
  })

  app.post('/shared-album-downloads', { schema: requestShared }, async (request, reply) => {
    const { photos: wanted, name } = request.body
    const { id: ownerId } = accountOf(request)
    const { status, download } = await ask(platform, database, {
      request,
      key: request.headers['idempotency-key'],
      ownerId,
      wanted,
      name,
    })
    return reply.status(status).send(download)
  })

  app.get('/downloads', { schema: list }, async (request) => {
    const { cursor: after, limit } = request.query
    if (after !== undefined && !isUuid(after)) throw invalidCursor()
    const { downloads, cursor } = await listDownloads(database, accountOf(request).id, { limit, after })
    return { items: downloads.map(toWireDownload), cursor }
  })

  app.get('/downloads/:id', { schema: read }, async (request) =>
    toWireDownload(await requireDownload(database, accountOf(request).id, request.params.id)),
  )

  app.get('/downloads/:id/url', { schema: readUrl }, async (request) => {
    const account = accountOf(request)
    const { id, state, expires_at: expires } = await requireDownload(database, account.id, request.params.id)
    if (state !== 'finished' || expires === null) {
      throw new Problem(409, 'NOT_FINISHED', 'The archive has no file: it is unfinished or has failed.')
    }
    return { url: platform.blobs.signedUrl(archiveKey(account.id, id), { fileName: `${id}.zip`, expires }) }
  })
}

interface Asked {
  readonly request: FastifyRequest
  /** The Idempotency-Key. */
  readonly key: string | undefined
  readonly ownerId: string
  readonly wanted: readonly WantedPhoto[]
  readonly name: string | undefined
}

interface Answered {
  readonly status: 200 | 201
  readonly download: z.infer<typeof requestedSchema>
}

/** Requests an archive. The caller's right to the photos is checked now, not when the archive is made. */
async function ask(platform: Platform, database: Kysely<DownloadsTables>, asked: Asked): Promise<Answered> {
  const { request, key = null, ownerId, name } = asked
  const wanted = [...new Map(asked.wanted.map((photo) => [photo.photoId.toLowerCase(), photo])).values()]
  const repeatable = { ownerId, key, digest: digestOf([wanted, name ?? null]) }
  const earlier = await findRepeated(database, repeatable)
  if (earlier) return { status: 200, download: toWireDownload(earlier) }
  await refuseTooMany(database, ownerId, 1)

  const caller = callerOf(request)
  const originals = await fetchOriginals(platform, caller, wanted)
  if (originals.length === 0) throw new Problem(404, 'PHOTOS_NOT_FOUND', 'None of these photos exists.')
  const wish = { ...repeatable, name: name || null, count: wanted.length }
  const created = await createDownload(database, platform, wish, originals)
  if (created) return { status: 201, download: toWireDownload(created) }
  const meanwhile = await findRepeated(database, repeatable)
  if (!meanwhile) throw notFound('This archive has expired.')
  return { status: 200, download: toWireDownload(meanwhile) }
}

async function requireDownload(database: Kysely<DownloadsTables>, ownerId: string, id: string): Promise<DownloadRow> {
  const found = await findDownload(database, ownerId, id)
  if (!found) throw noSuchArchive()
  return found
}

/** Names the fields as the specification does. */
function toWireDownload(
  download: DownloadRow & { readonly photoIds?: readonly string[] },
): z.infer<typeof requestedSchema> {
  const { id, name, state, progress, size, photoIds } = download
  return {
    id,
    ...(name === null ? {} : { name }),
    ...(photoIds ? { photos: [...photoIds] } : {}),
    state,
    photosCount: download.photos_count,
    missingCount: download.missing_count,
    progress,
    size,
    created: download.created_at.toISOString(),
    expires: download.expires_at?.toISOString() ?? null,
  }
}
