import { MemoryLocker } from '@tus/server'
import { Problem } from '../platform/problems.ts'
import { bodyLengthOf } from './tusHeaders.ts'
import { appendBytes, receivedBytes } from './uploadFiles.ts'
import { noSuchUpload } from './wireSchemas.ts'
import type { FastifyRequest } from 'fastify'
import type { Parts } from './parts.ts'

/** The upload that a chunk is appended to. */
interface Target {
  readonly id: string
  /** Bytes. */
  readonly size: number
}

/** Reads and writes the bytes of uploads, with one writer per upload. */
export interface Chunks {
  /**
   * Appends the body of a request to its upload.
   * @returns the upload's new offset; null if the client has disconnected, or another request has resumed the upload
   * @throws Problem 409 if the upload has another offset, 413 if the bytes do not fit, 423 if the upload stays locked
   */
  receive(request: FastifyRequest, upload: Target, offset: number): Promise<number | null>
  /** Ends a transfer in progress, and reads how many bytes have arrived. Null if the upload has no file. */
  settledOffset(request: FastifyRequest, id: string): Promise<number | null>
}

export function createChunks({ files }: Pick<Parts, 'files'>): Chunks {
  const locker = new MemoryLocker()

  /** Runs `work` while no other request uses the upload. Null if the client has disconnected before its turn. */
  async function alone<Result>(
    { raw }: FastifyRequest,
    id: string,
    work: () => Promise<Result>,
  ): Promise<Result | null> {
    const gone = new AbortController()
    raw.once('close', () => gone.abort())
    const lock = locker.newLock(id)
    try {
      // A client that resumes must not wait for its old connection, which may be dead without either side knowing.
      await lock.lock(gone.signal, () => void raw.destroy())
    } catch {
      if (raw.destroyed && !raw.complete) return null
      throw new Problem(423, 'UPLOAD_LOCKED', 'Another request writes to this upload.')
    }
    try {
      return await work()
    } finally {
      await lock.unlock()
    }
  }

  async function append(request: FastifyRequest, { id, size }: Target, offset: number): Promise<number | null> {
    const current = await receivedBytes({ files }, id)
    if (current === null) throw noSuchUpload()
    if (current !== offset) throw new Problem(409, 'WRONG_OFFSET', `The upload stands at ${current} bytes.`)
    const length = bodyLengthOf(request)
    if (length !== undefined && offset + length > size) throw tooManyBytes(size)
    try {
      const end = await appendBytes({ files }, id, { body: request.raw, offset, size })
      if (end === null) throw tooManyBytes(size)
      return end
    } catch (error) {
      if (request.raw.destroyed && !request.raw.complete) return null
      throw error
    }
  }

  return {
    receive: async (request, upload, offset) => alone(request, upload.id, () => append(request, upload, offset)),
    settledOffset: async (request, id) => alone(request, id, () => receivedBytes({ files }, id)),
  }
}

/** The problem of a body with more bytes than its upload has left. */
export function tooManyBytes(size: number): Problem {
  return new Problem(413, 'TOO_MANY_BYTES', `The upload was announced with ${size} bytes.`)
}
