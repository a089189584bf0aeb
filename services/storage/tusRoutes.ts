import { v4 as randomUuid, v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { accountOrNull } from '../platform/access.ts'
import { idOr, nothing, type ServiceApp } from '../platform/contract.ts'
import { isDiskFull } from '../platform/exhaustion.ts'
import { Problem } from '../platform/problems.ts'
import { addressGroup } from '../../http/addressGroup.ts'
import { announceAnonymousUpload } from './anonymousUploads.ts'
import { checkFirstBytes } from './firstBytes.ts'
import { type Target, receiveChunk, tooManyBytes, waitForWriter } from './chunks.ts'
import { cleanFileName } from './fileName.ts'
import {
  bodyLengthOf,
  capabilities,
  checkChunkType,
  checkTusVersion,
  isChunk,
  lengthOf,
  metadataOf,
  offsetOf,
  sendTusVersion,
} from './tusHeaders.ts'
import { announceUpload, quotaOf } from './quota.ts'
import { createUploadLeases } from './uploadLeases.ts'
import { type NewUpload, type Owner, type UploadRow, deleteUpload, findUpload } from './uploadStore.ts'
import { noSuchUpload } from './wireSchemas.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ingest } from './ingest.ts'
import type { Parts } from './parts.ts'

const protocol =
  'A call of the tus protocol, version 1.0.0 (creation, creation-with-upload, termination): https://tus.io/protocols/resumable-upload.'
const params = z.object({ id: idOr(noSuchUpload) })
/**
 * Rejects a query string: only the path may name the upload, because another parser could read another id from the
 * query.
 */
const querystring = z.strictObject({})
const unsupportedVersion = { 412: ['UNSUPPORTED_VERSION'] }

const askCapabilities = {
  summary: 'Describes what the tus endpoint supports',
  description: protocol,
  response: { 204: nothing },
}

const createUpload = {
  summary: 'Creates an upload',
  description: `${protocol} The request may contain the first bytes. Without a token, the upload has no owner: every caller who knows its id can continue it, and within 24 hours, an account can claim it with \`POST /getanonymousuploads\`.`,
  querystring,
  response: { 201: nothing },
  problems: {
    ...unsupportedVersion,
    413: ['FILE_TOO_LARGE', 'TOO_MANY_BYTES', 'QUOTA_EXCEEDED'],
    415: ['UNSUPPORTED_TYPE'],
    422: ['EMPTY_FILE'],
    423: ['UPLOAD_LOCKED'],
    429: ['TOO_MANY_UPLOADS', 'ANONYMOUS_LIMIT_REACHED'],
    507: ['STORAGE_FULL', 'ANONYMOUS_STORAGE_FULL'],
  },
}

const readOffset = {
  summary: 'Reads how many bytes of an upload have arrived',
  description: protocol,
  params,
  querystring,
  response: { 200: nothing },
  problems: { ...unsupportedVersion, 404: ['UPLOAD_NOT_FOUND'], 423: ['UPLOAD_LOCKED'], 507: ['STORAGE_FULL'] },
}

const appendChunk = {
  summary: 'Appends bytes to an upload',
  description: `${protocol} The answer confirms that the bytes have arrived. \`GET /uploads/{id}\` says which photo the file became, or why it did not become one. An upload without an owner that has received nothing for 10 minutes loses its reserved space. If there is no space when it continues, the answer is 507. The bytes that have arrived are kept, and the upload can continue later.`,
  params,
  querystring,
  response: { 204: nothing },
  problems: {
    ...unsupportedVersion,
    400: ['INVALID_REQUEST'],
    404: ['UPLOAD_NOT_FOUND'],
    409: ['WRONG_OFFSET', 'UPLOAD_FINISHED'],
    413: ['TOO_MANY_BYTES'],
    415: ['UNSUPPORTED_MEDIA_TYPE', 'UNSUPPORTED_TYPE'],
    423: ['UPLOAD_LOCKED'],
    507: ['STORAGE_FULL', 'ANONYMOUS_STORAGE_FULL'],
  },
}

const abandon = {
  summary: 'Deletes an upload that has not become a photo',
  description: protocol,
  params,
  querystring,
  response: { 204: nothing },
  problems: {
    ...unsupportedVersion,
    404: ['UPLOAD_NOT_FOUND'],
    409: ['UPLOAD_FINISHED'],
    423: ['UPLOAD_LOCKED'],
    507: ['STORAGE_FULL'],
  },
}

/**
 * Resumable uploads by the tus protocol (docs/decisions/0312). The account that created an upload can continue it. An
 * upload without an owner can be continued by every caller who knows its id (docs/decisions/0543).
 */
export function registerTusRoutes(app: ServiceApp, parts: Parts, ingest: Ingest): void {
  void app.register(async (tus: ServiceApp) => {
    tus.addHook('onRequest', sendTusVersion)
    // Bodies are not parsed: the bytes go to the file as they arrive.
    tus.removeAllContentTypeParsers()
    tus.addContentTypeParser('*', (_request, _payload, done) => done(null))
    registerCalls(tus, parts, createCalls(parts, ingest))
  })
}

/** What the calls do, once their headers are checked. */
interface Calls {
  readonly create: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  readonly readOffset: (request: FastifyRequest, reply: FastifyReply, upload: UploadRow) => Promise<FastifyReply>
  readonly append: (request: FastifyRequest, reply: FastifyReply, id: string) => Promise<FastifyReply>
  readonly abandon: (request: FastifyRequest, reply: FastifyReply, upload: UploadRow) => Promise<FastifyReply>
}

function registerCalls(app: ServiceApp, { database, platform }: Parts, calls: Calls): void {
  const ownUpload = async (request: FastifyRequest, id: string): Promise<UploadRow> => {
    const upload = await findUpload(database, id, ownerOf(request))
    if (!upload) throw noSuchUpload()
    return upload
  }
  const answer = async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.status(204).headers(capabilities(platform.config.storage.maxUploadBytes)).send()
  // The token is checked first: hooks of a route run after the hooks of its service.
  const checked = { config: { access: 'optionalAccount' }, preValidation: checkTusVersion } as const

  // Before a call to another origin, browsers ask for permission (OPTIONS) without a token.
  for (const url of ['/files', '/files/:id']) {
    app.options(url, { config: { access: 'public' }, schema: askCapabilities }, answer)
  }
  app.post('/files', { ...checked, schema: createUpload }, calls.create)
  app.head('/files/:id', { ...checked, schema: readOffset }, async (request, reply) =>
    calls.readOffset(request, reply, await ownUpload(request, request.params.id)),
  )
  const checkedChunk = { ...checked, preValidation: [checkTusVersion, checkChunkType] }
  app.patch('/files/:id', { ...checkedChunk, schema: appendChunk }, async (request, reply) =>
    calls.append(request, reply, request.params.id),
  )
  app.delete('/files/:id', { ...checked, schema: abandon }, async (request, reply) =>
    calls.abandon(request, reply, await ownUpload(request, request.params.id)),
  )
}

function createCalls(parts: Parts, ingest: Ingest): Calls {
  const leases = createUploadLeases(parts)
  const receive = createReceive(parts, ingest)
  const announce = createAnnounce(parts)
  return {
    create: async (request, reply) => {
      const size = lengthOf(request, parts.platform.config.storage.maxUploadBytes)
      const { metadata, fileName } = metadataOf(request)
      if (isChunk(request) && (bodyLengthOf(request) ?? 0) > size) throw tooManyBytes(size)
      const id = idFor(request)
      const writer = uuidv7()
      const since = performance.now()
      await announce(request, {
        id,
        size,
        fileName: cleanFileName(fileName),
        imageId: uuidv7(),
        metadata,
        ...(isChunk(request) ? { writer } : {}),
      })
      await orDiscard(parts, request, id, async () => parts.uploads.create(id))
      reply.status(201).header('location', `${request.routeOptions.url}/${id}`)
      if (!isChunk(request)) return reply.send()
      const lease = leases.hold({ id, ownerId: ownerOf(request), writer, since })
      return orDiscard(parts, request, id, async () => receive(request, reply, { id, size, lease }, 0), isDiskFull)
    },
    readOffset: async (request, reply, upload) => {
      const settled = upload.state === 'RECEIVING' ? await waitForWriter(parts, leases, request, upload) : upload
      if (!settled) return reply.hijack()
      const { id, size, state, metadata } = settled
      const offset = state === 'RECEIVING' ? await parts.uploads.received(id) : size
      if (offset === null) throw noSuchUpload()
      if (state === 'RECEIVING' && offset === size && ownerOf(request) !== null) await ingestFirst(ingest, id)
      if (metadata !== null) reply.header('upload-metadata', metadata)
      return reply.headers({ 'upload-offset': offset, 'upload-length': size }).send()
    },
    append: async (request, reply, id) => {
      const offset = offsetOf(request)
      const claimed = await leases.claim(request, id, 'write')
      if (!claimed) return reply.hijack()
      const { upload, lease } = claimed
      reply.status(204)
      if (lease) return receive(request, reply, { id, size: upload.size, lease }, offset)
      if (offset !== upload.size || bodyLengthOf(request) !== 0) throw uploadFinished()
      return reply.header('upload-offset', upload.size).send()
    },
    abandon: async (request, reply, upload) => {
      if (upload.state === 'RECEIVING' && !(await waitForWriter(parts, leases, request, upload))) return reply.hijack()
      if (!(await deleteUpload(parts.database, upload.id, ownerOf(request)))) throw uploadFinished()
      await parts.uploads.removeAll([upload.id])
      return reply.status(204).send()
    },
  }
}

/** The account that makes a request; null without a token. */
function ownerOf(request: FastifyRequest): Owner {
  return accountOrNull(request)?.id ?? null
}

/** An id for a new upload. The id of an upload without an owner works like a password, so all of it is random. */
function idFor(request: FastifyRequest): string {
  return accountOrNull(request) ? uuidv7() : randomUuid()
}

/** Inserts a new upload of the caller, within the limits of the account or of uploads without one. */
function createAnnounce({ database, platform }: Parts) {
  return async (request: FastifyRequest, upload: Omit<NewUpload, 'ownerId'>): Promise<void> => {
    const { maxUnfinishedUploads, anonymous } = platform.config.storage
    const account = accountOrNull(request)
    if (account) {
      const limits = { quotaBytes: quotaOf(platform, account), maxUnfinishedUploads }
      return announceUpload(database, { ...upload, ownerId: account.id }, limits)
    }
    const caller = platform.limits.hash(`anonymous uploads ${addressGroup(request.ip)}`)
    return announceAnonymousUpload(database, { ...upload, ownerId: null }, { caller, limits: anonymous })
  }
}

/**
 * Runs a step of creating an upload. If the step fails, deletes the upload, because the client does not learn the
 * address of the upload, which would still count towards the quota and the limits.
 * @param isFinal whether an error ends the upload; by default every error does
 */
async function orDiscard<Result>(
  parts: Parts,
  request: FastifyRequest,
  id: string,
  step: () => Promise<Result>,
  isFinal: (error: unknown) => boolean = () => true,
): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    if (isFinal(error) && (await deleteUpload(parts.database, id, ownerOf(request)))) {
      await parts.uploads.removeAll([id])
    }
    throw error
  }
}

/**
 * Receives a chunk, and ingests the file when its last byte has arrived. If the file has no owner, only its first bytes
 * are checked.
 */
function createReceive(parts: Parts, ingest: Ingest) {
  return async (request: FastifyRequest, reply: FastifyReply, target: Target, from: number): Promise<FastifyReply> => {
    const offset = await receiveChunk(parts, request, target, from)
    if (offset === null) return reply.hijack()
    if (ownerOf(request) === null) {
      await checkFirstBytes(parts, target.id, offset === target.size)
      return reply.header('upload-offset', offset).send()
    }
    if (offset === target.size) await ingestFirst(ingest, target.id)
    return reply.header('upload-offset', offset).send()
  }
}

/** Ingests a file before answering that all bytes have arrived, because the client may forget its file after that. */
async function ingestFirst(ingest: Ingest, id: string): Promise<void> {
  if (!(await ingest(id))) throw noSuchUpload()
}

function uploadFinished(): Problem {
  return new Problem(409, 'UPLOAD_FINISHED', 'This upload is complete.')
}
