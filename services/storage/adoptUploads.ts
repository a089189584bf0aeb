import { type FileHandle, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { validate as isUuid } from 'uuid'
import { isMissing, nullWhenMissing } from '../platform/missingFiles.ts'
import { recordOnlyPiece } from './pieceStore.ts'
import { receivingUploads } from './unfinishedUploads.ts'
import { uploadDirectory, uploadIdOf } from './uploadFolder.ts'
import { newPieceKey, pieceContentType } from './uploadPieces.ts'
import type { Parts } from './parts.ts'

/** How many uploads are looked up together. */
const pageSize = 500
/** How many uploads are stored at the same time. Each may have several parts in memory. */
const storedAtOnce = 4

type AdoptParts = Pick<Parts, 'database'> & {
  readonly platform: Pick<Parts['platform'], 'blobs' | 'config' | 'log'>
}

/**
 * While the blobs move to a bucket: stores the bytes of unfinished uploads that are still in the data folder as pieces
 * in the bucket, so that these uploads can continue. Removes the files. Several replicas may do this at the same time.
 * A file that cannot be stored stays, and the next start tries again.
 */
export async function adoptUploads(parts: AdoptParts, signal: AbortSignal): Promise<void> {
  const { blobs, dataDir } = parts.platform.config
  if (blobs.kind !== 's3' || !blobs.isMoving) return
  const directory = uploadDirectory(dataDir)
  const names = (await readdir(directory).catch(emptyWhenMissing)).filter((name) => isUuid(uploadIdOf(name)))
  for (let start = 0; start < names.length; start += pageSize) {
    const page = names.slice(start, start + pageSize)
    const receiving = await receivingUploads(parts.database, page.map(uploadIdOf))
    const next = page.values()
    const work = async () => {
      for (const name of next) {
        if (signal.aborted) return
        await adopt(parts, directory, name, receiving).catch((error: unknown) => {
          parts.platform.log.error({ uploadId: uploadIdOf(name), err: error }, 'an upload could not be adopted')
        })
      }
    }
    await Promise.all(Array.from({ length: storedAtOnce }, work))
  }
}

/**
 * Stores the file of an upload in progress as a piece, and removes the file. Other files were left behind by ended
 * uploads or killed processes, and are only removed.
 */
async function adopt(
  parts: AdoptParts,
  directory: string,
  name: string,
  receiving: ReadonlySet<string>,
): Promise<void> {
  const file = join(directory, name)
  if (receiving.has(name)) await storePiece(parts, name, file)
  await rm(file, { force: true })
}

async function storePiece(parts: AdoptParts, uploadId: string, file: string): Promise<void> {
  // Opened first: the error of a stream that opens its file later would end the process if nothing reads it yet.
  const opened = await open(file).catch(nullWhenMissing)
  // Another replica has removed the file already.
  if (!opened) return
  try {
    await storeBytes(parts, uploadId, opened)
  } finally {
    await opened.close()
  }
}

async function storeBytes({ database, platform }: AdoptParts, uploadId: string, file: FileHandle): Promise<void> {
  const { size } = await file.stat()
  if (size === 0) return
  const key = newPieceKey(uploadId)
  const bytes = file.createReadStream({ end: size - 1, autoClose: false })
  const { size: length } = await platform.blobs.put(key, bytes, { contentType: pieceContentType })
  if (await recordOnlyPiece(database, { uploadId, position: 0, length, key })) return
  await platform.blobs.delete([key])
}

function emptyWhenMissing(error: unknown): string[] {
  if (isMissing(error)) return []
  throw error
}
