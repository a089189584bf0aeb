import { isDiskFull } from '../platform/exhaustion.ts'
import { isMissing } from '../platform/missingFiles.ts'
import { Problem } from '../platform/problems.ts'
import { bodyLengthOf } from './tusHeaders.ts'
import { type Lease, type UploadLeases, uploadLocked } from './uploadLeases.ts'
import { noSuchUpload } from './wireSchemas.ts'
import type { FastifyRequest } from 'fastify'
import type { Parts } from './parts.ts'
import type { UploadRow } from './uploadStore.ts'

/** The upload that a chunk is appended to. */
export interface Target {
  readonly id: string
  /** The size of the complete file, in bytes. */
  readonly size: number
  readonly lease: Lease
}

/**
 * Appends the body of a request to its upload, and ends the lease.
 * @returns the upload's new offset; null if the client has disconnected, or another request has resumed the upload
 * @throws Problem 409 if the upload has another offset, 413 if the bytes do not fit, 423 if the lease was lost, or the
 *   upload is ending elsewhere
 */
export async function receiveChunk(
  parts: Pick<Parts, 'uploads'>,
  request: FastifyRequest,
  target: Target,
  offset: number,
): Promise<number | null> {
  const { size, lease } = target
  let end: number | null = null
  let isKept = false
  try {
    end = await append(parts, request, target, offset)
  } finally {
    if (end === size) {
      isKept = lease.isHeld()
      lease.endLocally()
    } else {
      isKept = await lease.release()
    }
  }
  if (end !== null && !isKept) throw uploadLocked()
  return end
}

async function append(
  { uploads }: Pick<Parts, 'uploads'>,
  request: FastifyRequest,
  { id, size, lease }: Target,
  offset: number,
): Promise<number | null> {
  const current = await uploads.received(id)
  if (current === null) throw noSuchUpload()
  if (current !== offset) throw new Problem(409, 'WRONG_OFFSET', `The upload has ${current} bytes so far.`)
  const length = bodyLengthOf(request)
  if (length !== undefined && offset + length > size) throw tooManyBytes(size)
  const piece = { body: request.raw, offset, size, writer: lease.writer, isAllowed: () => lease.isHeld() }
  // Destroying the request also closes its connection, which may be dead although neither side has noticed.
  lease.stopped.addEventListener('abort', () => request.raw.destroy())
  try {
    const end = await uploads.append(id, piece)
    if (end === null) throw tooManyBytes(size)
    return end
  } catch (error) {
    if (isDiskFull(error)) throw error
    if (request.raw.destroyed && !request.raw.complete) return null
    // If the file has just been removed, its upload is ending. The client's next attempt finds out how it has ended.
    if (!lease.isHeld() || isMissing(error)) throw uploadLocked()
    throw error
  }
}

/**
 * If another request writes to the upload: asks that request to stop, and waits until it has stopped.
 * @returns the upload as it is then; null if the client has disconnected
 */
export async function waitForWriter(
  parts: Pick<Parts, 'uploads'>,
  leases: UploadLeases,
  request: FastifyRequest,
  upload: UploadRow,
): Promise<UploadRow | null> {
  // Nothing can be written to a complete file.
  if (upload.writer === null || (await parts.uploads.received(upload.id)) === upload.size) return upload
  const claimed = await leases.claim(request, upload.id, 'wait')
  await claimed?.lease?.release()
  return claimed?.upload ?? null
}

/** The problem of a body with more bytes than its upload has left. */
export function tooManyBytes(size: number): Problem {
  return new Problem(413, 'TOO_MANY_BYTES', `The upload was announced with ${size} bytes.`)
}
