import { constants } from 'node:fs'
import { type FileHandle, copyFile, link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import { isMissing, nullWhenMissing } from '../platform/missingFiles.ts'
import { type Piece, type UploadBytes, chunksOf } from './uploadBytes.ts'

/** How many names of files are looked up together. */
const namesAtOnce = 500

/** The folder of the uploads in the data folder. */
export function uploadDirectory(dataDir: string): string {
  return join(dataDir, 'uploads')
}

/**
 * Keeps the bytes of each upload in a file of a folder. A file is replaced by renaming a complete new file onto it, so
 * that readers never see half of it.
 */
export function createUploadFolder(directory: string): UploadBytes {
  const placeOf = (uploadId: string) => join(directory, uploadId)
  const ownNameOf = (uploadId: string) => `${placeOf(uploadId)}.${uuidv7()}`

  /** Writes a temporary file and renames it into place, because another process may be reading the existing file. */
  const replace = async (uploadId: string, write: (file: string) => Promise<void>): Promise<boolean> => {
    const file = ownNameOf(uploadId)
    try {
      await write(file)
      return await rename(file, placeOf(uploadId)).then(() => true, falseWhenMissing)
    } finally {
      await rm(file, { force: true })
    }
  }

  return {
    async create(uploadId) {
      await mkdir(directory, { recursive: true })
      await writeFile(placeOf(uploadId), '', { flag: 'wx' })
    },
    async received(uploadId) {
      const found = await stat(placeOf(uploadId)).catch(nullWhenMissing)
      return found && found.size
    },
    append: async (uploadId, piece) => append(placeOf(uploadId), piece),
    // Requests that have already opened the file continue to write to the old one, which nothing reads any more.
    async separate(uploadId) {
      try {
        return await replace(uploadId, async (file) => copyFile(placeOf(uploadId), file, constants.COPYFILE_FICLONE))
      } catch (error) {
        return falseWhenMissing(error)
      }
    },
    async head(uploadId, length) {
      await using file = await open(placeOf(uploadId))
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
      return buffer.subarray(0, bytesRead)
    },
    async withFile(uploadId, run) {
      const file = ownNameOf(uploadId)
      try {
        const isFound = await linkOrCopy(placeOf(uploadId), file).then(() => true, falseWhenMissing)
        return isFound ? await run(file, []) : null
      } finally {
        await rm(file, { force: true })
      }
    },
    async replace(uploadId, write) {
      await mkdir(directory, { recursive: true })
      return replace(uploadId, write)
    },
    async remove(uploadId) {
      await rm(placeOf(uploadId), { force: true })
    },
    async removeAll(uploadIds) {
      const ended = new Set(uploadIds)
      const names = await readdir(directory).catch(() => [])
      for (const name of names) if (ended.has(uploadIdOf(name))) await rm(join(directory, name), { force: true })
    },
    close: async () => undefined,
    // If a process dies between deleting the row and the files, files of ended uploads remain.
    async removeLeftovers(receiving) {
      const names = (await readdir(directory).catch(() => [])).filter((name) => isUuid(uploadIdOf(name)))
      for (let start = 0; start < names.length; start += namesAtOnce) {
        const page = names.slice(start, start + namesAtOnce)
        const kept = await receiving(page.map(uploadIdOf))
        for (const name of page) if (!kept.has(uploadIdOf(name))) await rm(join(directory, name), { force: true })
      }
    },
  }
}

/**
 * The id of the upload that a file in the folder belongs to. The file is the upload's bytes or an incomplete copy of
 * them.
 */
export function uploadIdOf(name: string): string {
  return name.split('.', 1)[0] ?? ''
}

async function append(place: string, { body, size, ...piece }: Piece): Promise<number | null> {
  let { offset } = piece
  let isTooLong = false
  const file = await open(place, 'r+')
  try {
    if (!piece.isAllowed()) throw new Error('Another request writes to the upload.')
    // Not piped to a write stream: if a write failed, the pipeline would destroy the request and its connection.
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

/** Repeats the write until all bytes are written. A single write can be short, for example on a full disk. */
async function writeAt(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written)
    written += bytesWritten
  }
}

/** Links a file. Copies it if the file system has no hard links. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(async () => copyFile(from, to, constants.COPYFILE_FICLONE))
}

function falseWhenMissing(error: unknown): false {
  if (isMissing(error)) return false
  throw error
}
