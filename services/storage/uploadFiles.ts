import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import type { Parts } from './parts.ts'

type Files = Pick<Parts, 'files'>

/** Where the bytes of an upload are. Never replaced but by the same bytes, and those are whole. */
export function uploadFile({ files }: Files, uploadId: string): string {
  return join(files.directory, uploadId)
}

/** Whose file one in the folder of uploads is: the bytes, what tus describes them by, or what is not whole yet. */
export function uploadIdOf(name: string): string {
  return name.split('.', 1)[0] ?? ''
}

/**
 * Writes the bytes of an upload somewhere beside, and puts them in their place when they are whole: another process may
 * be reading what is there.
 * @param write makes the file; what it throws is thrown, and nothing is left
 */
export async function writeUploadFile(
  parts: Files,
  uploadId: string,
  write: (file: string) => Promise<void>,
): Promise<void> {
  const place = uploadFile(parts, uploadId)
  const file = `${place}.${uuidv7()}`
  try {
    await write(file)
    await rename(file, place).catch((error: NodeJS.ErrnoException) => {
      // Another process has taken in the upload, and cleared away after all who hand it in.
      if (error.code !== 'ENOENT') throw error
    })
  } finally {
    await rm(file, { force: true })
  }
}

/** Removes the bytes of an upload, and what tus describes them by. */
export async function removeUploadFiles(parts: Files, uploadId: string): Promise<void> {
  const place = uploadFile(parts, uploadId)
  await Promise.all([rm(place, { force: true }), rm(`${place}.json`, { force: true })])
}

/** The same, and what a kill has left of bytes that were not whole; for an upload that has ended. */
export async function clearAwayUploadFiles({ files }: Files, uploadId: string): Promise<void> {
  const names = await readdir(files.directory).catch(() => [])
  for (const name of names) {
    if (uploadIdOf(name) === uploadId) await rm(join(files.directory, name), { force: true })
  }
}
