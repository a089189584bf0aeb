import type { Readable } from 'node:stream'
import type { BlobPart } from '../platform/blobs/blobs.ts'

/** Bytes to append to an upload. */
export interface Piece {
  readonly body: Readable
  readonly offset: number
  /** The length of the complete file. */
  readonly size: number
  /** The request that holds the lease. */
  readonly writer: string
  /**
   * False if the lease was lost. Call it after the position for the bytes is known: if the lease was lost before, the
   * next writer may already write at this position.
   */
  readonly isAllowed: () => boolean
}

/**
 * The bytes of uploads, until they are ingested. They are in a folder that all replicas share, or in the bucket of the
 * blobs (docs/decisions/0114).
 */
export interface UploadBytes {
  /** Makes room for the bytes of a new upload. */
  create(uploadId: string): Promise<void>
  /** How many bytes of an upload have arrived. Null if it has no file. */
  received(uploadId: string): Promise<number | null>
  /**
   * Appends bytes. Bytes that have arrived before an error stay. After this function has returned or thrown, nothing
   * more is written. If a write fails, the rest of the body is dropped, and the request can still be answered.
   * @returns the new offset; null if there were more bytes than fit
   */
  append(uploadId: string, piece: Piece): Promise<number | null>
  /**
   * Prevents late writes of an earlier writer from reaching the upload.
   * @returns false if the upload has no file: it has ended meanwhile, or its process was killed before it made one
   */
  separate(uploadId: string): Promise<boolean>
  /** The first `length` bytes; fewer if fewer have arrived. */
  head(uploadId: string, length: number): Promise<Buffer>
  /**
   * Calls `run` with a local file that has the bytes, under a name that no other request uses. Meanwhile another
   * process may replace or remove the bytes of the upload.
   * @param run also gets the blobs that have the same bytes one after another; none if there are no such blobs
   * @returns null if the upload has no file
   */
  withFile<Result>(
    uploadId: string,
    run: (file: string, parts: readonly BlobPart[]) => Promise<Result>,
  ): Promise<Result | null>
  /**
   * Replaces all bytes.
   * @param write creates a file with the bytes; if it throws, nothing is changed
   * @returns false if another process has ended the upload meanwhile
   */
  replace(uploadId: string, write: (file: string) => Promise<void>): Promise<boolean>
  /** Removes the bytes of an upload that was ingested or refused. */
  remove(uploadId: string): Promise<void>
  /** Removes everything of ended uploads, including incomplete copies of killed processes. */
  removeAll(uploadIds: readonly string[]): Promise<void>
  /**
   * Removes what is left of ended uploads.
   * @param receiving finds out which of these uploads have not ended
   */
  removeLeftovers(receiving: (uploadIds: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void>
  /** Removes the local copies of this process. */
  close(): Promise<void>
}

/** The chunks of a body, as buffers. Leaving the loop does not destroy the body. */
export function chunksOf(body: Readable): AsyncIterable<Buffer> {
  return body.iterator({ destroyOnReturn: false })
}
