import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { accountOf, accountOrNull, registerAccess } from '../../services/platform/access.ts'
import { compileValidator, idOr, type ServiceApp, type ZodTypes } from '../../services/platform/contract.ts'
import { registerCorrelation } from '../../services/platform/correlation.ts'
import { isUnchanged } from '../../services/platform/etags.ts'
import { notFound, Problem, registerProblems } from '../../services/platform/problems.ts'
import { createTokens } from '../../services/platform/tokens.ts'
import { registerCors } from '../../services/storage/cors.ts'
import { cleanFileName } from '../../services/storage/fileName.ts'
import { parseRange } from '../../services/storage/range.ts'
import {
  capabilities,
  checkChunkType,
  checkTusVersion,
  isChunk,
  lengthOf,
  metadataOf,
  offsetOf,
  sendTusVersion,
} from '../../services/storage/tusHeaders.ts'
import { noSuchUpload } from '../../services/storage/wireSchemas.ts'
import type { Upstreams } from '../../tests/support/upstream.ts'
import { pictureAt, Pictures } from './pictures.ts'
import { maxUploadBytes, type Upload, type Uploads } from './uploads.ts'

const oneDay = 86_400
const mostAtOnce = 100
const params = z.object({ id: idOr(noSuchUpload) })

/** What the sandbox's storage needs. */
export interface StorageParts {
  readonly upstreams: Upstreams
  readonly uploads: Uploads
  readonly publicUrl: string
  /** Origins whose pages may call the storage service, besides the origin of the sandbox. */
  readonly allowedOrigins: readonly string[]
}

/**
 * Registers a storage service that keeps everything in memory. Tokens, scopes, headers, files and origins are checked
 * by the code of the real service, so the answers are the same.
 */
export function registerStorage(parts: StorageParts): void {
  void parts.upstreams.app.register(
    async (plain) => {
      const app: ServiceApp = plain.withTypeProvider<ZodTypes>()
      app.setValidatorCompiler(compileValidator)
      app.setSerializerCompiler(() => JSON.stringify)
      registerCorrelation(app)
      registerProblems(app)
      checkTokens(app, parts)
      registerCors(app, {
        config: parts,
        brands: { all: () => [] },
        clients: { origins: () => new Set() },
      })
      // Bodies are read into memory, because they are small.
      app.removeAllContentTypeParsers()
      app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxUploadBytes }, (_request, body, done) =>
        done(null, body),
      )
      registerTus(app, parts.uploads)
      registerOutcomes(app, parts.uploads)
      registerBlobs(app)
    },
    { prefix: '/storage' },
  )
}

function checkTokens(app: ServiceApp, { upstreams }: StorageParts): void {
  // The address of the keys is known only once the upstreams listen.
  let tokens: ReturnType<typeof createTokens> | undefined
  const current = () =>
    (tokens ??= createTokens({
      identityUrl: `${upstreams.url}/identity`,
      issuers: () => [upstreams.tokens.issuer],
    }))
  registerAccess(
    app,
    {
      tokens: {
        verify: async (token) => current().verify(token),
        authenticate: async (request) => current().authenticate(request),
        authenticateService: async (request) => current().authenticateService(request),
      },
      // No route here is for the operator or for services.
      operator: { authorize: () => undefined },
      serviceCalls: { isOwn: () => false },
    },
    'storage',
  )
}

function registerTus(app: ServiceApp, uploads: Uploads): void {
  void app.register(async (tus: ServiceApp) => {
    tus.addHook('onRequest', sendTusVersion)
    for (const url of ['/files', '/files/:id']) {
      tus.options(url, { config: { access: 'public' } }, async (_request, reply) =>
        reply.status(204).headers(capabilities(maxUploadBytes)).send(),
      )
    }
    const checked = { config: { access: 'optionalAccount' }, preValidation: checkTusVersion } as const
    tus.post('/files', checked, async (request, reply) => create(uploads, request, reply))
    tus.head('/files/:id', { ...checked, schema: { params } }, async (request, reply) => {
      const { offset, size, metadata } = ownUpload(uploads, request, request.params.id)
      if (metadata !== null) reply.header('upload-metadata', metadata)
      return reply.headers({ 'upload-offset': offset, 'upload-length': size }).send()
    })
    const checkedChunk = { ...checked, preValidation: [checkTusVersion, checkChunkType] }
    tus.patch('/files/:id', { ...checkedChunk, schema: { params } }, async (request, reply) => {
      const offset = offsetOf(request)
      const upload = ownUpload(uploads, request, request.params.id)
      await append(uploads, upload, offset, bytesOf(request))
      return reply.status(204).header('upload-offset', upload.offset).send()
    })
    tus.delete('/files/:id', { ...checked, schema: { params } }, async (request, reply) => {
      const upload = ownUpload(uploads, request, request.params.id)
      if (upload.state !== 'RECEIVING') throw uploadFinished()
      uploads.delete(upload.uploadId)
      return reply.status(204).send()
    })
  })
}

function ownUpload(uploads: Uploads, request: FastifyRequest, id: string): Upload {
  const upload = uploads.find(id, ownerOf(request))
  if (!upload) throw noSuchUpload()
  return upload
}

async function create(uploads: Uploads, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const size = lengthOf(request, maxUploadBytes)
  const { metadata, fileName } = metadataOf(request)
  const bytes = isChunk(request) ? bytesOf(request) : null
  if (bytes && bytes.length > size) throw tooManyBytes(size)
  const upload = uploads.create({ ownerId: ownerOf(request), size, metadata, fileName: cleanFileName(fileName) })
  reply.status(201).header('location', `/storage/files/${upload.uploadId}`)
  if (!bytes) return reply.send()
  await append(uploads, upload, 0, bytes)
  return reply.header('upload-offset', upload.offset).send()
}

async function append(uploads: Uploads, upload: Upload, offset: number, bytes: Buffer): Promise<void> {
  const { size } = upload
  if (upload.state !== 'RECEIVING') {
    if (offset !== size || bytes.length > 0) throw uploadFinished()
    return
  }
  if (upload.offset !== offset) {
    throw new Problem(409, 'WRONG_OFFSET', `The upload has ${upload.offset} bytes so far.`)
  }
  if (offset + bytes.length > size) throw tooManyBytes(size)
  await uploads.append(upload, bytes)
}

function registerOutcomes(app: ServiceApp, uploads: Uploads): void {
  app.get('/uploads', { schema: { querystring: z.object({ ids: z.string() }) } }, async (request) => {
    const ids = request.query.ids.split(',').slice(0, mostAtOnce)
    return { uploads: ids.flatMap((id) => uploads.find(id, accountOf(request).id) ?? []).map(outcomeOf) }
  })
  app.get('/uploads/:id', { config: { access: 'optionalAccount' }, schema: { params } }, async (request) => {
    const upload = ownUpload(uploads, request, request.params.id)
    return upload.ownerId === null ? unclaimedOf(upload) : outcomeOf(upload)
  })
  app.post('/getanonymousuploads', async (request) => {
    const ids = idsIn(bytesOf(request))
    const complete = ids.flatMap((id) => uploads.find(id, null) ?? []).filter(({ offset, size }) => offset === size)
    await Promise.all(complete.map(async (upload) => uploads.claim(upload, accountOf(request).id)))
    return { uploads: ids.flatMap((id) => uploads.find(id, accountOf(request).id) ?? []).map(outcomeOf) }
  })
}

function outcomeOf({ uploadId, state, code, imageId, duplicate }: Upload): object {
  if (state === 'RECEIVING') return { uploadId, state }
  return state === 'REJECTED' ? { uploadId, state, code } : { uploadId, imageId, duplicate, state }
}

function unclaimedOf({ uploadId, offset, size, created }: Upload): object {
  const keptUntil = new Date(created.getTime() + oneDay * 1_000).toISOString()
  return { uploadId, state: offset === size ? 'RECEIVED' : 'RECEIVING', keptUntil }
}

function idsIn(bytes: Buffer): string[] {
  try {
    return z.array(z.string()).max(mostAtOnce).parse(JSON.parse(bytes.toString()))
  } catch {
    throw new Problem(400, 'INVALID_REQUEST', `The body must be a JSON array of up to ${mostAtOnce} ids.`)
  }
}

function registerBlobs(app: FastifyInstance): void {
  const pictures = new Pictures()
  app.get<{ Params: { '*': string } }>('/blobs/*', { config: { access: 'public' } }, async (request, reply) => {
    const path = request.params['*']
    const picture = pictureAt(path)
    if (!picture) throw notFound('There is no such file any more.')
    const bytes = await pictures.draw(picture)
    const etag = `"${bytes.length.toString(36)}-${picture.imageId}"`
    reply.headers({
      etag,
      'accept-ranges': 'bytes',
      'cache-control': `private, max-age=${oneDay}, immutable`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
    })
    if (isUnchanged(request, etag)) return reply.status(304).send()
    return sendBytes(request, reply, { bytes, etag })
  })
}

function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: { readonly bytes: Buffer; readonly etag: string },
): FastifyReply {
  const condition = request.headers['if-range']
  const header = condition === undefined || condition === etag ? request.headers.range : undefined
  const range = parseRange(header, bytes.length)
  if (range === 'unsatisfiable') {
    const unsatisfied = { 'content-range': `bytes */${bytes.length}` }
    throw new Problem(416, 'RANGE_NOT_SATISFIABLE', 'The range begins after the end of the file.', unsatisfied)
  }
  if (range === null) return reply.send(bytes)
  const { start, end } = range
  return reply
    .status(206)
    .header('content-range', `bytes ${start}-${end}/${bytes.length}`)
    .send(bytes.subarray(start, end + 1))
}

function ownerOf(request: FastifyRequest): string | null {
  return accountOrNull(request)?.id ?? null
}

function bytesOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}

function tooManyBytes(size: number): Problem {
  return new Problem(413, 'TOO_MANY_BYTES', `The upload was announced with ${size} bytes.`)
}

function uploadFinished(): Problem {
  return new Problem(409, 'UPLOAD_FINISHED', 'This upload is complete.')
}
