import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import type { Parts } from './parts.ts'

type Files = Pick<Parts, 'files'>

/** The file with the bytes of an upload. It is replaced only by the same bytes, and only when they are complete. */
export function uploadFile({ files }: Files, uploadId: string): string {
  return join(files.directory, uploadId)
}

/** The upload that a file in the uploads folder belongs to: its bytes, its tus description, or an incomplete copy. */
export function uploadIdOf(name: string): string {
  return name.split('.', 1)[0] ?? ''
}

/**
 * Writes the bytes of an upload to a temporary file and renames it into place, because another process may be reading
 * the existing file.
 * @param write creates the temporary file; if it throws, nothing is left behind
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
      // Another process has ingested the upload and removed its folder entries.
      if (error.code !== 'ENOENT') throw error
    })
  } finally {
    await rm(file, { force: true })
  }
}

/** Removes the bytes of an upload and its tus description. */
export async function removeUploadFiles(parts: Files, uploadId: string): Promise<void> {
  const place = uploadFile(parts, uploadId)
  await Promise.all([rm(place, { force: true }), rm(`${place}.json`, { force: true })])
}

/** Removes all files of an ended upload, including incomplete copies of killed processes. */
export async function removeAllUploadFiles({ files }: Files, uploadId: string): Promise<void> {
  const names = await readdir(files.directory).catch(() => [])
  for (const name of names) {
    if (uploadIdOf(name) === uploadId) await rm(join(files.directory, name), { force: true })
  }
}
