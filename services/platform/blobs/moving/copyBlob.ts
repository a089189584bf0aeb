import { setTimeout as pause } from 'node:timers/promises'
import { hasBlobFile, OpenBlob } from './blobFiles.ts'
import type { BucketCopies, FoundObject } from './bucketCopies.ts'

/** `deleted`: the product has deleted or replaced the blob, so there is nothing to copy. */
export type Outcome = 'there' | 'copied' | 'deleted'

/** Maximum number of attempts to copy a blob, if another object appears in the bucket, or the copy differs. */
const maximumAttempts = 4
/**
 * If the bucket has a different object that is younger than this, the product may have just stored a new blob there,
 * and may be about to delete the old blob from the folder.
 */
const recentMilliseconds = 600_000
const settleMilliseconds = 5_000

/** What one copy needs. */
export interface Copying {
  /** The folder `blobs` of the data folder. */
  readonly root: string
  readonly copies: BucketCopies
  /** Notes a key until its copy is known to be right, so that the next run can check the copies of a killed run. */
  readonly note: (key: string) => Promise<void>
}

/**
 * Makes sure that the bucket has a blob of the folder, with the same bytes and media type. Replaces a different object.
 * @throws Error if the file cannot be read, or the bucket does not keep the copy; and errors of the client
 */
export async function copyBlob(copying: Copying, key: string): Promise<Outcome> {
  const { root, copies } = copying
  await using blob = await OpenBlob.open(root, key)
  if (!blob) return 'deleted'
  let isWritten = false
  for (let attempt = 0; attempt < maximumAttempts; attempt += 1) {
    const found = await copies.find(key)
    if (found && (await copies.isSame(key, found, blob))) return isWritten ? afterCopy(copying, key) : 'there'
    if (isWritten && !(await hasBlobFile(root, key))) return afterCopy(copying, key)
    if (found && isPerhapsNewer(found)) {
      await pause(settleMilliseconds)
      if (!(await hasBlobFile(root, key))) return 'deleted'
    }
    await copying.note(key)
    isWritten = (await copies.write(key, blob, found)) || isWritten
  }
  throw new Error('The bucket does not give back what was copied.')
}

/**
 * Deletes the copy if the product has deleted the blob meanwhile. The product may have done so before the copy existed,
 * and then it has not deleted the copy.
 */
async function afterCopy({ root, copies }: Copying, key: string): Promise<Outcome> {
  if (await hasBlobFile(root, key)) return 'copied'
  await copies.deleteCopy(key)
  return 'deleted'
}

function isPerhapsNewer({ source, modified }: FoundObject): boolean {
  return source === undefined && Date.now() - modified < recentMilliseconds
}
