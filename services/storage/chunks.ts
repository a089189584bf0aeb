import { ERRORS, type Locker, TUS_RESUMABLE } from '@tus/server'
import { Problem } from '../platform/problems.ts'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Parts } from './parts.ts'
import type { UploadRow } from './store.ts'

/**
 * True for the usual kind of PATCH: a chunk of known length that fits into its upload. We handle only these; the tus
 * library handles the others.
 */
export function isPlainChunk({ headers }: FastifyRequest, upload: UploadRow): boolean {
  const [offset, length] = [wholeNumber(headers['upload-offset']), wholeNumber(headers['content-length'])]
  return (
    headers['tus-resumable'] === TUS_RESUMABLE &&
    headers['content-type'] === 'application/offset+octet-stream' &&
    headers['upload-length'] === undefined &&
    offset + length <= upload.size
  )
}

/**
 * Appends the body of a plain chunk to its upload. The tus library would pass it through web streams, which copy every
 * byte and leave the copies to the garbage collector.
 * @returns the upload's new offset; null if the client disconnected, or another request has resumed the upload
 * meanwhile
 * @throws Problem 409 if the upload has another offset
 */
export async function receiveChunk(
  { files }: Parts,
  locker: Locker,
  request: FastifyRequest,
  upload: UploadRow,
): Promise<number | null> {
  const offset = wholeNumber(request.headers['upload-offset'])
  const body = request.raw
  const gone = new AbortController()
  body.once('close', () => gone.abort())
  const lock = locker.newLock(upload.id)
  try {
    // A client that resumes must not wait for its old connection, which may be dead without either side knowing.
    await lock.lock(gone.signal, () => void body.destroy())
  } catch {
    if (isLost(body)) return null
    throw new Problem(423, 'UPLOAD_LOCKED', 'Another request writes to this upload.')
  }
  try {
    const { offset: current } = await files.getUpload(upload.id)
    if (current !== offset) throw new Problem(409, 'WRONG_OFFSET', `The upload stands at ${current} bytes.`)
    return await files.write(body, upload.id, offset)
  } catch (error) {
    if (isLost(body)) return null
    if (error === ERRORS.FILE_NOT_FOUND) throw new Problem(404, 'UPLOAD_NOT_FOUND', 'There is no such upload.')
    throw error instanceof Error ? error : new Error('A chunk could not be written.', { cause: error })
  } finally {
    await lock.unlock()
  }
}

function isLost(body: IncomingMessage): boolean {
  return body.destroyed && !body.complete
}

function wholeNumber(header: string | string[] | undefined): number {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : Number.NaN
}
