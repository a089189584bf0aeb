import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, link, open, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { LRUCache } from 'lru-cache'
import { v7 as uuidv7 } from 'uuid'
import { isMissing } from '../platform/missingFiles.ts'
import { type PieceRow, allPieces, arrivedBytes, forgetPieces, recordPiece, replacePieces } from './pieceStore.ts'
import { type Piece, type UploadBytes, chunksOf } from './uploadBytes.ts'
import type { Kysely } from 'kysely'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import type { Scratch } from '../platform/blobs/scratch.ts'
import type { StorageTables } from './tables.ts'

/** How many bytes of a request are collected in the scratch folder until they are stored as a piece. */
const pieceBytes = 8 * 1024 * 1024
export const pieceContentType = 'application/octet-stream'
/**
 * How long (ms) a file that arrives in one request stays in the scratch folder, and how many such files may be there.
 * While it is there, its bytes need not be read from the bucket.
 */
const copyMilliseconds = 60_000
const maximumCopies = 200

/** A file in the scratch folder, and the pieces that have its bytes. */
interface Copy {
  readonly file: string
  readonly pieces: readonly PieceRow[]
}

interface Parts {
  readonly database: Kysely<StorageTables>
  readonly blobs: BlobStore
  readonly scratch: Scratch
}

/**
 * Keeps the bytes of uploads as pieces among the blobs. A piece counts once the database has its row, and only the
 * writer that holds the lease can add one. So all replicas see the same bytes, and late writes of an earlier writer are
 * without effect. Pieces without a row are removed by the bucket, after three days.
 */
export function createUploadPieces({ database, blobs, scratch }: Parts): UploadBytes {
  const copies = new LRUCache<string, Copy>({
    max: maximumCopies,
    ttl: copyMilliseconds,
    ttlAutopurge: true,
    dispose: ({ file }) => void rm(file, { force: true }),
  })
  const store = async (uploadId: string, content: Parameters<BlobStore['put']>[1]): Promise<string> => {
    const key = newPieceKey(uploadId)
    await blobs.put(key, content, { contentType: pieceContentType })
    return key
  }
  const forget = async (uploadIds: readonly string[]) => {
    for (const id of uploadIds) copies.delete(id)
    await blobs.delete(await forgetPieces(database, uploadIds))
  }

  return {
    // An upload needs no bytes before its first piece: its row is enough.
    create: async () => undefined,
    received: async (uploadId) => arrivedBytes(database, uploadId),
    async append(uploadId, piece) {
      const file = scratch.newFile()
      const pieces: PieceRow[] = []
      let isKept = false
      try {
        const end = await collect(file, piece, async (position, length) => {
          const key = await store(uploadId, createReadStream(file, sliceOf(piece, position, length)))
          pieces.push({ key, length })
          if (await recordPiece(database, { uploadId, position, length, key }, piece.writer)) return
          await blobs.delete([key])
          throw new Error('Another request writes to the upload.')
        })
        isKept = piece.offset === 0 && end === piece.size
        if (isKept) copies.set(uploadId, { file, pieces })
        return end
      } finally {
        if (!isKept) await rm(file, { force: true })
      }
    },
    separate: async () => true,
    async head(uploadId, length) {
      const chunks: Buffer[] = []
      let bytes = 0
      for await (const chunk of read(blobs, await allPieces(database, uploadId))) {
        chunks.push(Buffer.from(chunk))
        bytes += chunk.length
        if (bytes >= length) break
      }
      return Buffer.concat(chunks).subarray(0, length)
    },
    withFile: async (uploadId, run) =>
      scratch.withFile(async (file) => {
        const copy = copies.get(uploadId)
        if (copy && (await isLinked(copy.file, file))) return run(file, copy.pieces)
        const pieces = await allPieces(database, uploadId)
        if (pieces.length === 0 || !(await writePieces(blobs, pieces, file))) return null
        return run(file, pieces)
      }),
    replace: async (uploadId, write) =>
      scratch.withFile(async (file) => {
        await write(file)
        const { size: length } = await stat(file)
        const key = await store(uploadId, { file })
        const former = await replacePieces(database, { uploadId, position: 0, length, key })
        await blobs.delete(former ?? [key])
        return former !== null
      }),
    remove: async (uploadId) => forget([uploadId]),
    async removeAll(uploadIds) {
      await forget(uploadIds)
      // Also deletes pieces that have no row, because the rows are gone once the uploads are deleted.
      for (const uploadId of uploadIds) await blobs.deleteFolder(folderOf(uploadId))
    },
    removeLeftovers: async () => scratch.removeAbandoned(),
    async close() {
      const files = [...copies.values()]
      copies.clear()
      await Promise.all(files.map(async ({ file }) => rm(file, { force: true })))
    },
  }
}

/** A key for a new piece of an upload. */
export function newPieceKey(uploadId: string): string {
  return `${folderOf(uploadId)}/${uuidv7()}`
}

/** The folder of the pieces of an upload. The bucket removes old blobs of this folder by itself. */
function folderOf(uploadId: string): string {
  return `uploads/${uploadId}`
}

/** The part of the scratch file that a piece is in. `end` is inclusive. */
function sliceOf({ offset }: Piece, position: number, length: number): { start: number; end: number } {
  return { start: position - offset, end: position - offset + length - 1 }
}

/**
 * Writes a body to a file. Stores a piece whenever enough bytes have arrived, and the rest at the end, even if the body
 * breaks off.
 * @returns the new offset; null if there were more bytes than fit
 */
async function collect(
  file: string,
  { body, offset, size, isAllowed }: Piece,
  storePiece: (position: number, length: number) => Promise<void>,
): Promise<number | null> {
  let [stored, arrived, isTooLong] = [offset, offset, false]
  const storeArrived = async () => {
    const [position, length] = [stored, arrived - stored]
    stored = arrived
    if (length > 0) await storePiece(position, length)
  }
  const handle = await open(file, 'wx', 0o600)
  try {
    if (!isAllowed()) throw new Error('Another request writes to the upload.')
    try {
      for await (const bytes of chunksOf(body)) {
        isTooLong ||= arrived + bytes.length > size
        // Read to the end: leaving the loop would leave bytes of this request on the connection.
        if (isTooLong) continue
        await handle.writeFile(bytes)
        arrived += bytes.length
        if (arrived - stored >= pieceBytes) await storeArrived()
      }
    } finally {
      await storeArrived()
    }
  } finally {
    await handle.close()
    // Otherwise the rest of the body would precede the next request on the connection.
    body.resume()
  }
  return isTooLong ? null : arrived
}

/** False if the pieces have been removed meanwhile. */
async function writePieces(blobs: BlobStore, pieces: readonly PieceRow[], file: string): Promise<boolean> {
  try {
    await pipeline(read(blobs, pieces), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    return true
  } catch (error) {
    if (error instanceof PieceGone) return false
    throw error
  }
}

/** A piece was removed, because its upload has ended. */
class PieceGone extends Error {
  override readonly name = 'PieceGone'
}

/** @throws PieceGone */
async function* read(blobs: BlobStore, pieces: readonly PieceRow[]): AsyncGenerator<Buffer> {
  for (const { key } of pieces) {
    const chunks = await blobs.chunks(key)
    if (!chunks) throw new PieceGone(key)
    yield* chunks
  }
}

/** False if the copy has been removed meanwhile. */
async function isLinked(copy: string, file: string): Promise<boolean> {
  try {
    await link(copy, file).catch(async () => copyFile(copy, file))
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
