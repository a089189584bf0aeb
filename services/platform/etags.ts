import type { FastifyRequest } from 'fastify'
import type { StoredBlob } from './blobs/blobs.ts'

/** The entity tag of a blob, which is never changed in place. */
export function etagOf({ size, modified }: Pick<StoredBlob, 'size' | 'modified'>): string {
  return `"${size.toString(36)}-${modified.getTime().toString(36)}"`
}

/** True if the caller already has the content with this tag (`If-None-Match`). */
export function isUnchanged({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']
  return known !== undefined && known.split(',').some((value) => value.trim().replace(/^W\//, '') === etag)
}
