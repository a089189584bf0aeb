import { readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { filesOf, OpenBlob } from './blobFiles.ts'
import type { BucketCopies } from './bucketCopies.ts'

/**
 * Deletes a blob from the folder if the bucket has the same blob.
 * @returns false if the bucket does not have it
 */
export async function deleteMoved(root: string, copies: BucketCopies, key: string): Promise<boolean> {
  await using blob = await OpenBlob.open(root, key)
  if (!blob) return true
  const found = await copies.find(key)
  if (!found || !(await copies.isSame(key, found, blob))) return false
  for (const file of filesOf(root, key)) await rm(file, { force: true })
  return true
}

/** Removes a folder and its subfolders, except those that are not empty. */
export async function removeEmptyFolders(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) if (entry.isDirectory()) await removeEmptyFolders(join(folder, entry.name))
  // An error means that the folder is not empty, or that the product has removed it.
  await rmdir(folder).catch(() => undefined)
}
