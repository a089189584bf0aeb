import { Metadata } from '@tus/server'
import { Problem } from '../platform/problems.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

const tusVersion = '1.0.0'
const chunkType = 'application/offset+octet-stream'

/** The optional parts of the protocol that storage has. */
const extensions = 'creation,creation-with-upload,termination'

/** Adds the tus version to every answer, including problems. */
export async function sendTusVersion(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers({ 'tus-resumable': tusVersion, 'cache-control': 'no-store' })
}

/** @throws Problem 412 if the client uses another version: its request must not be processed */
export async function checkTusVersion({ headers }: FastifyRequest): Promise<void> {
  if (headers['tus-resumable'] === tusVersion) return
  const detail = `Tus-Resumable must be ${tusVersion}.`
  throw new Problem(412, 'UNSUPPORTED_VERSION', detail, { 'tus-version': tusVersion })
}

/** @throws Problem 415 if the body is not declared as a chunk */
export async function checkChunkType(request: FastifyRequest): Promise<void> {
  if (isChunk(request)) return
  throw new Problem(415, 'UNSUPPORTED_MEDIA_TYPE', `Content-Type must be ${chunkType}.`)
}

export function isChunk({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.toLowerCase() === chunkType
}

/** The headers that describe what the endpoint supports. A client can read them before its first upload. */
export function capabilities(maxBytes: number): Record<string, string> {
  return { 'tus-version': tusVersion, 'tus-extension': extensions, 'tus-max-size': String(maxBytes) }
}

/** The announced length in bytes, from 1 to `maxBytes`. */
export function lengthOf({ headers }: FastifyRequest, maxBytes: number): number {
  if (headers['upload-defer-length'] !== undefined) {
    throw new Problem(400, 'INVALID_REQUEST', 'The length cannot be deferred: creation-defer-length is not supported.')
  }
  const length = wholeNumber(headers['upload-length'])
  if (Number.isNaN(length)) {
    throw new Problem(400, 'INVALID_REQUEST', 'Upload-Length must be the number of bytes of the file.')
  }
  if (length === 0) throw new Problem(422, 'EMPTY_FILE', 'The file is empty.')
  if (length > maxBytes) throw new Problem(413, 'FILE_TOO_LARGE', `The file has more than ${maxBytes} bytes.`)
  return length
}

export function offsetOf({ headers }: FastifyRequest): number {
  const offset = wholeNumber(headers['upload-offset'])
  if (!Number.isNaN(offset)) return offset
  throw new Problem(400, 'INVALID_REQUEST', 'Upload-Offset must be a whole number of bytes.')
}

/** Upload-Metadata as the client sent it, and the file name in it. */
export function metadataOf({ headers }: FastifyRequest): { metadata: string | null; fileName: string | undefined } {
  const header = headers['upload-metadata']
  if (header === undefined) return { metadata: null, fileName: undefined }
  try {
    const metadata = String(header)
    const values = Metadata.parse(metadata)
    return { metadata, fileName: values['filename'] ?? values['name'] ?? undefined }
  } catch {
    throw new Problem(400, 'INVALID_REQUEST', 'Upload-Metadata must be pairs of a key and a Base64 value, with commas.')
  }
}

/** The declared length of the body; undefined if the body is sent without a length. */
export function bodyLengthOf({ headers }: FastifyRequest): number | undefined {
  const length = wholeNumber(headers['content-length'])
  if (!Number.isNaN(length)) return length
  return headers['transfer-encoding'] === undefined ? 0 : undefined
}

function wholeNumber(header: string | string[] | undefined): number {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : Number.NaN
}
