import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { EXPOSED_HEADERS, MemoryLocker, Server, TUS_RESUMABLE } from '@tus/server'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { accountOf } from '../platform/access.ts'
import { idOr, nothing, type ServiceApp } from '../platform/contract.ts'
import { Problem, problemBody, problemContentType } from '../platform/problems.ts'
import { isPlainChunk, receiveChunk } from './chunks.ts'
import { cleanFileName } from './fileName.ts'
import { statusOf } from './formats/refusal.ts'
import { type Ingest, type Outcome, outcomeOf } from './ingest.ts'
import { isOwnOrigin } from './origins.ts'
import { type UploadRow, deleteUpload, findUpload, insertUpload } from './store.ts'
import { acceptedSchema, fileProblems, noSuchUpload } from './wireSchemas.ts'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../platform/platform.ts'
import type { Parts } from './parts.ts'

const path = '/storage/files'
const lengthSchema = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)

const protocol =
  'A call of the tus protocol, version 1.0.0 (creation, resume, termination): https://tus.io/protocols/resumable-upload.'
const answersOfTus = { description: protocol, response: { 200: nothing, 204: nothing } }
const params = z.object({ id: idOr(noSuchUpload) })

const preflight = { summary: 'Tells what the tus endpoint can do' }

const createUpload = {
  summary: 'Creates an upload',
  description: `${protocol} Bytes may come with it: then the answer can be that to the last bytes.`,
  response: { 200: acceptedSchema, 201: nothing },
  problems: { ...fileProblems, 400: ['UPLOAD_FAILED'] },
}

const readOffset = {
  summary: 'Reads how many bytes of an upload have arrived',
  description: protocol,
  params,
  response: { 200: nothing },
  problems: { 404: ['UPLOAD_NOT_FOUND'] },
}

const appendBytes = {
  summary: 'Appends bytes to an upload',
  description: `${protocol} The answer to the last bytes is the photo that the file becomes, or why it was refused.`,
  params,
  response: { 200: acceptedSchema, 204: nothing },
  problems: {
    ...fileProblems,
    400: ['UPLOAD_FAILED'],
    404: ['UPLOAD_NOT_FOUND'],
    409: ['WRONG_OFFSET', 'UPLOAD_FINISHED'],
    423: ['UPLOAD_LOCKED'],
  },
}

const abandon = {
  summary: 'Gives up an upload',
  description: protocol,
  params,
  response: { 204: nothing },
  problems: { 404: ['UPLOAD_NOT_FOUND'], 409: ['UPLOAD_FINISHED'] },
}

interface Caller {
  readonly account: Account
  readonly correlationId: string
}

/** The store for unfinished uploads in the data folder. */
export function createFileStore(dataDir: string): FileStore {
  const files = new FileStore({ directory: join(dataDir, 'uploads') })
  files.extensions = ['creation', 'creation-with-upload', 'termination']
  return files
}

/** Resumable uploads by the tus protocol, for the account that created the upload. */
export function registerTusRoutes(app: ServiceApp, parts: Parts, ingest: Ingest): void {
  const callers = new WeakMap<IncomingMessage, Caller>()
  const locker = new MemoryLocker()
  const server = createTusServer(parts, ingest, callers, locker)

  const forward = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.hijack()
    reply.raw.setHeader('X-Correlation-Id', request.id)
    reply.raw.setHeader('Vary', 'Origin')
    await server.handle(request.raw, reply.raw)
  }
  const identify = (request: FastifyRequest): Account => {
    const account = accountOf(request)
    callers.set(request.raw, { account, correlationId: request.id })
    return account
  }
  const ownUpload = async (request: FastifyRequest, id: string): Promise<UploadRow> => {
    const upload = await findUpload(parts.database, id, identify(request).id)
    if (!upload) throw noSuchUpload()
    return upload
  }
  const receive = async (request: FastifyRequest, reply: FastifyReply, upload: UploadRow) => {
    const offset = await receiveChunk(parts, locker, request, upload)
    if (offset === null) return reply.hijack()
    if (offset < upload.size) return tusReply(reply).status(204).header('upload-offset', offset).send()
    const outcome = await ingest(upload.id)
    if (!outcome) throw noSuchUpload()
    return sendOutcome(request, reply, upload, outcome)
  }

  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null))
  // Browsers ask without a token before they call from another origin.
  app.options('/files', { config: { access: 'public' }, schema: { ...preflight, ...answersOfTus } }, forward)
  app.options('/files/:id', { config: { access: 'public' }, schema: { ...preflight, ...answersOfTus } }, forward)
  app.post('/files', { schema: createUpload }, async (request, reply) => {
    identify(request)
    checkLength(request.headers['upload-length'], parts.platform.config.storage.maxUploadBytes)
    return forward(request, reply)
  })
  app.head('/files/:id', { schema: readOffset }, async (request, reply) => {
    const upload = await ownUpload(request, request.params.id)
    if (upload.state === 'RECEIVING') return forward(request, reply)
    return tusReply(reply).headers({ 'upload-offset': upload.size, 'upload-length': upload.size }).send()
  })
  app.patch('/files/:id', { schema: appendBytes }, async (request, reply) => {
    const upload = await ownUpload(request, request.params.id)
    const outcome = outcomeOf(upload)
    if (!outcome) return isPlainChunk(request, upload) ? receive(request, reply, upload) : forward(request, reply)
    if (request.headers['upload-offset'] !== String(upload.size)) {
      throw new Problem(409, 'UPLOAD_FINISHED', 'This upload is complete.')
    }
    return sendOutcome(request, reply, upload, outcome)
  })
  app.delete('/files/:id', { schema: abandon }, async (request, reply) => {
    const upload = await ownUpload(request, request.params.id)
    if (upload.state !== 'RECEIVING') throw new Problem(409, 'UPLOAD_FINISHED', 'This upload is complete.')
    await deleteUpload(parts.database, upload.id)
    return forward(request, reply)
  })
}

function createTusServer(
  parts: Parts,
  ingest: Ingest,
  callers: WeakMap<IncomingMessage, Caller>,
  locker: MemoryLocker,
): Server {
  type TusRequest = Parameters<NonNullable<Server['options']['onUploadCreate']>>[0]
  const callerOf = (request: TusRequest): Caller => {
    const raw = request.runtime?.node?.req
    // The runtime's type allows HTTP/2, which the services process does not speak.
    const caller = raw && callers.get(raw as IncomingMessage)
    if (!caller) throw new Error('A tus request without its caller.')
    return caller
  }
  return new Server({
    path,
    datastore: parts.files,
    locker,
    relativeLocation: true,
    maxSize: parts.platform.config.storage.maxUploadBytes,
    allowedHeaders: ['X-Correlation-Id'],
    exposedHeaders: ['X-Correlation-Id'],
    allowedOrigins: (origin) => isOwnOrigin(parts.platform.config.publicUrl, origin),
    namingFunction: () => uuidv7(),
    onUploadCreate: async (request, upload) => {
      const fileName = cleanFileName(upload.metadata?.['filename'])
      await insertUpload(parts.database, {
        id: upload.id,
        ownerId: callerOf(request).account.id,
        fileName,
        size: upload.size ?? 0,
        imageId: uuidv7(),
      })
      return { metadata: { filename: fileName } }
    },
    onUploadFinish: async (request, upload) => {
      const outcome = await ingest(upload.id)
      const { correlationId } = callerOf(request)
      if (!outcome) throw new Error('An upload that is complete could not be found.')
      return answerOf(outcome, correlationId)
    },
    onResponseError: (request, error) => {
      const status = 'status_code' in error ? error.status_code : 500
      if (status >= 500) parts.platform.log.error({ err: error, url: request.url }, 'upload failed')
      const detail = 'body' in error ? error.body.trim() : 'The upload failed.'
      const caller = request.runtime?.node?.req && callerOf(request)
      return {
        status_code: status,
        body: JSON.stringify(problemBody(new Problem(status, 'UPLOAD_FAILED', detail), caller?.correlationId ?? '')),
      }
    },
  })
}

/** The answer to the last bytes of an upload. */
function answerOf(
  outcome: Outcome,
  correlationId: string,
): { status_code: number; headers: Record<string, string>; body: string } {
  if (outcome.accepted) {
    const { uploadId, imageId, duplicate } = outcome
    return {
      status_code: 200,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ uploadId, imageId, duplicate }),
    }
  }
  const problem = new Problem(statusOf(outcome.code), outcome.code, outcome.detail)
  return {
    status_code: problem.status,
    headers: { 'Content-Type': problemContentType },
    body: JSON.stringify(problemBody(problem, correlationId)),
  }
}

function sendOutcome(
  request: FastifyRequest,
  reply: FastifyReply,
  { size }: UploadRow,
  outcome: Outcome,
): FastifyReply {
  const { status_code: status, headers, body } = answerOf(outcome, request.id)
  return tusReply(reply)
    .status(status)
    .headers({ ...headers, 'upload-offset': size })
    .send(body)
}

function tusReply(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'tus-resumable': TUS_RESUMABLE,
    'cache-control': 'no-store',
    'access-control-expose-headers': `${EXPOSED_HEADERS}, X-Correlation-Id`,
  })
}

function checkLength(header: string | string[] | undefined, maxBytes: number): void {
  const length = lengthSchema.safeParse(header)
  if (!length.success) {
    throw new Problem(400, 'INVALID_REQUEST', 'Upload-Length must be the number of bytes of the file.')
  }
  if (length.data === 0) throw new Problem(422, 'EMPTY_FILE', 'The file is empty.')
  if (length.data > maxBytes) {
    throw new Problem(413, 'FILE_TOO_LARGE', `The file has more than ${maxBytes} bytes.`)
  }
}
