import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { notFound, Problem } from '../platform/problems.ts'
import { cleanFileName } from './fileName.ts'
import { statusOf } from './formats/refusal.ts'
import { readUpload } from './uploadStore.ts'
import { acceptedSchema, fileProblems } from './wireSchemas.ts'
import type { ServiceApp } from '../platform/contract.ts'
import type { Ingest } from './ingest.ts'
import type { Outcome } from './ingestOutcome.ts'
import type { Parts } from './parts.ts'

const takeInFile = {
  summary: 'Stores a file of an older library',
  description:
    'The body is the file (`application/octet-stream`). A repeated request continues the same upload: it answers ' +
    'with the result, or stores the file again if the transfer was interrupted.',
  params: z.object({ id: z.uuid() }),
  querystring: z.object({
    ownerId: z.uuid(),
    fileName: z.string().max(4_000),
    size: z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number)
      .describe('Bytes.'),
  }),
  response: { 200: acceptedSchema },
  problems: {
    ...fileProblems,
    400: ['WRONG_LENGTH'],
    404: ['NOT_FOUND'],
    409: ['IMPORT_BUSY'],
    503: ['IMPORT_INTERRUPTED'],
    507: ['STORAGE_FULL'],
  },
}

/** A file from another service. */
interface Given {
  readonly id: string
  readonly ownerId: string
  readonly fileName: string
  readonly size: number
}

/**
 * `PUT /imports/{uploadId}`, which another service calls: stores a file of an older library for an account. A repeated
 * request continues the same upload: it answers with the result, or stores the file again if the transfer was
 * interrupted.
 */
export function registerImportRoutes(app: ServiceApp, parts: Parts, ingest: Ingest): void {
  const { platform } = parts
  const receiving = new Set<string>()

  const storeFile = async (given: Given, body: Readable): Promise<Outcome> => {
    if (receiving.has(given.id)) throw new Problem(409, 'IMPORT_BUSY', 'Another request is sending this file.')
    receiving.add(given.id)
    try {
      await announce(parts, given)
      await receive(parts, given, body)
      const outcome = await ingest(given.id)
      if (outcome) return outcome
      throw new Problem(503, 'IMPORT_INTERRUPTED', 'Another process changed or removed this upload.')
    } finally {
      receiving.delete(given.id)
    }
  }

  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
  app.put('/imports/:id', { config: { access: 'service' }, schema: takeInFile }, async (request) => {
    const given = { ...request.params, ...request.query }
    if (!(request.body instanceof Readable)) throw new Problem(400, 'INVALID_REQUEST', 'The body must be the file.')
    if (given.size > platform.config.storage.maxUploadBytes) {
      throw new Problem(413, 'FILE_TOO_LARGE', 'The file is larger than allowed.')
    }
    const known = await readUpload(parts.database, given.id)
    if (known && known.owner_id !== given.ownerId) throw notFound('There is no such upload.')
    const already = known ? await ingest(given.id) : null
    const outcome = already ?? (await storeFile(given, request.body))
    // These files are left over if a kill interrupted an earlier request.
    if (known) await parts.uploads.removeAll([given.id])
    if (!outcome.accepted) throw new Problem(statusOf(outcome.code), outcome.code, outcome.detail)
    const { uploadId, imageId, duplicate } = outcome
    const upload = await readUpload(parts.database, uploadId)
    return { uploadId, imageId, duplicate, generation: upload?.generation ?? 1 }
  })
}

/**
 * Inserts the upload. Called before the first byte, so that a killed import is cleaned up like any incomplete upload.
 */
async function announce({ database }: Parts, { id, ownerId, fileName, size }: Given): Promise<void> {
  await database
    .insertInto('uploads')
    .values({ id, owner_id: ownerId, file_name: cleanFileName(fileName), size, image_id: uuidv7() })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ size }).where('uploads.state', '=', 'RECEIVING'))
    .execute()
}

async function receive(parts: Parts, { id, size }: Given, body: Readable): Promise<void> {
  let received = 0
  const count = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      received += chunk.length
      if (received > size) return
      yield chunk
    }
  }
  await parts.uploads.replace(id, async (file) => {
    await pipeline(body, count, createWriteStream(file, { flags: 'wx' }))
    if (received !== size) throw new Problem(400, 'WRONG_LENGTH', `The body must have ${size} bytes, as announced.`)
  })
}
