import { constants } from 'node:fs'
import { type FileHandle, copyFile, link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import type { Readable } from 'node:stream'
import type { Parts } from './parts.ts'

type Files = Pick<Parts, 'files'>

/** The folder of the uploads that have not been ingested, in the data folder. */
export function uploadFolder(dataDir: string): Parts['files'] {
  return { directory: join(dataDir, 'uploads') }
}

/** The file with the bytes of an upload. It is replaced only by the same bytes, and only when they are complete. */
export function uploadFile({ files }: Files, uploadId: string): string {
  return join(files.directory, uploadId)
}

/** Creates the empty file of a new upload. */
export async function createUploadFile({ files }: Files, uploadId: string): Promise<void> {
  await mkdir(files.directory, { recursive: true })
  await writeFile(uploadFile({ files }, uploadId), '', { flag: 'wx' })
}

/** How many bytes of an upload have arrived. Null if it has no file. */
export async function receivedBytes(parts: Files, uploadId: string): Promise<number | null> {
  try {
    return (await stat(uploadFile(parts, uploadId))).size
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Bytes to append to an upload. */
export interface Piece {
  readonly body: Readable
  readonly offset: number
  /** The length of the complete file. */
  readonly size: number
  /**
   * False if the lease was lost. Called after the file was opened: if the lease was lost before that, the opened file
   * may belong to the next writer.
   */
  readonly isAllowed: () => boolean
}

/**
 * Appends bytes to the file of an upload. Bytes that have arrived before an error stay. After this function has
 * returned or thrown, nothing more is written. If a write fails, the rest of the body is dropped, and the request can
 * still be answered.
 * @returns the new offset; null if there were more bytes than fit
 */
export async function appendBytes(parts: Files, uploadId: string, piece: Piece): Promise<number | null> {
  const { body, size } = piece
  let { offset } = piece
  let isTooLong = false
  const file = await open(uploadFile(parts, uploadId), 'r+')
  try {
    if (!piece.isAllowed()) throw new Error('Another request writes to the upload.')
    // A stream would destroy the request when a write fails, and with it the connection.
    for await (const bytes of chunksOf(body)) {
      isTooLong ||= offset + bytes.length > size
      // Read to the end: leaving the loop would leave bytes of this request on the connection.
      if (isTooLong) continue
      await writeAt(file, bytes, offset)
      offset += bytes.length
    }
  } finally {
    await file.close()
    // Otherwise the rest of the body would precede the next request on the connection.
    body.resume()
  }
  return isTooLong ? null : offset
}

/** The chunks of a body, as buffers. Leaving the loop does not destroy the body. */
function chunksOf(body: Readable): AsyncIterable<Buffer> {
  return body.iterator({ destroyOnReturn: false })
}

/** Writes all bytes, because one write may write only a part of them: on a full disk, what still fits. */
async function writeAt(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written)
    written += bytesWritten
  }
}

/**
 * Replaces the file of an upload by a copy. Requests that have already opened the file continue to write to the old
 * file, which nothing reads any more.
 * @returns false if the upload has no file: it has ended meanwhile, or its process was killed before it made one
 */
export async function separateUploadFile(parts: Files, uploadId: string): Promise<boolean> {
  try {
    return await writeUploadFile(parts, uploadId, async (file) => {
      await copyFile(uploadFile(parts, uploadId), file, constants.COPYFILE_FICLONE)
    })
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/**
 * Gives the current file of an upload a second name, which no other request uses, while `run` works on it. Meanwhile
 * another process may replace or remove the file at the upload's own name.
 * @returns null if the upload has no file
 */
export async function withOwnName<Result>(
  parts: Files,
  uploadId: string,
  run: (file: string) => Promise<Result>,
): Promise<Result | null> {
  const place = uploadFile(parts, uploadId)
  const file = `${place}.${uuidv7()}`
  try {
    const isFound = await linkOrCopy(place, file).then(() => true, falseWhenMissing)
    return isFound ? await run(file) : null
  } finally {
    await rm(file, { force: true })
  }
}

/** Links a file. Copies it if the file system has no hard links. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(async () => copyFile(from, to, constants.COPYFILE_FICLONE))
}

/** Whether an operation has failed because its file does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

function falseWhenMissing(error: unknown): false {
  if (isMissing(error)) return false
  throw error
}

/**
 * The id of the upload that a file in the uploads folder belongs to. The file is the upload's bytes or an incomplete
 * copy of them.
 */
export function uploadIdOf(name: string): string {
  return name.split('.', 1)[0] ?? ''
}

/**
 * Writes the bytes of an upload to a temporary file and renames it into place, because another process may be reading
 * the existing file.
 * @param write creates the temporary file; if it throws, nothing is left behind
 * @returns false if another process has ended the upload meanwhile, and removed its files
 */
export async function writeUploadFile(
  parts: Files,
  uploadId: string,
  write: (file: string) => Promise<void>,
): Promise<boolean> {
  const place = uploadFile(parts, uploadId)
  const file = `${place}.${uuidv7()}`
  try {
    await write(file)
    return await rename(file, place).then(() => true, falseWhenMissing)
  } finally {
    await rm(file, { force: true })
  }
}

/** Removes the bytes of an upload. */
export async function removeUploadFile(parts: Files, uploadId: string): Promise<void> {
  await rm(uploadFile(parts, uploadId), { force: true })
}

/** Removes all files of an ended upload, including incomplete copies of killed processes. */
export async function removeAllUploadFiles({ files }: Files, uploadId: string): Promise<void> {
  const names = await readdir(files.directory).catch(() => [])
  for (const name of names) {
    if (uploadIdOf(name) === uploadId) await rm(join(files.directory, name), { force: true })
  }
}
