import { stat } from 'node:fs/promises'
import { inBatches } from '../platform/batches.ts'
import { nullWhenMissing } from '../platform/missingFiles.ts'
import { readyEvent } from './announce.ts'
import { contentTypes } from './formats/inspect.ts'
import { type Accepted, outcomeOf } from './ingestOutcome.ts'
import { originalKey } from './keys.ts'
import { type NewOriginal, addOriginals, hasContent, lockOriginalByContent, raiseGeneration } from './originalStore.ts'
import { type Parts, renditionQueue } from './parts.ts'
import { acceptUpload, lockUpload } from './uploadStore.ts'
import type { Transaction } from 'kysely'
import type { LocalFile } from '../platform/blobs/blobs.ts'
import type { StorageTables } from './tables.ts'

type KeepParts = Pick<Parts, 'platform' | 'database'>

/**
 * Keeps the original of a complete upload, or finds that the account already has this content. Null if another process
 * has refused the upload, or the upload was cancelled.
 */
export type KeepOriginal = (original: NewOriginal, content: LocalFile) => Promise<Accepted | null>

const maximumAttempts = 5

export function createKeepOriginal(parts: KeepParts): KeepOriginal {
  const { database, platform } = parts
  const add = inBatches(async (originals: readonly NewOriginal[]) => addAndQueue(parts, originals))

  return async (original, content) => {
    const key = originalKey(original.ownerId, original.imageId)
    let isStored = false
    for (let attempt = 0; attempt < maximumAttempts; attempt += 1) {
      if (!(await hasContent(database, original.ownerId, original.checksum))) {
        if (!(await putOriginal(parts, key, original, content))) return null
        isStored = true
        if (await add(original)) return acceptedAs(original.imageId, original, false)
      }
      const result = await database.transaction().execute(async (change) => recordKnown(parts, change, original))
      // The blob is stored already, and the next attempt uses the stored blob.
      if (result === 'changed') continue
      if (isStored && result?.imageId !== original.imageId) await platform.blobs.delete([key])
      return result
    }
    throw new Error('The same content was added and deleted too often while it was ingested.')
  }
}

/**
 * Adds originals, and queues their renditions in the same transaction. False for each original that could not be added.
 */
async function addAndQueue({ database, platform }: KeepParts, originals: readonly NewOriginal[]): Promise<boolean[]> {
  return database.transaction().execute(async (change) => {
    const accepted = await addOriginals(change, originals)
    const isAdded = originals.map(({ uploadId }) => accepted.has(uploadId))
    const jobs = originals
      .filter((_, index) => isAdded[index])
      .map(({ imageId, ownerId: owner }) => ({ payload: { imageId }, key: imageId, owner }))
    await platform.jobs.enqueueAll(change, renditionQueue, jobs)
    return isAdded
  })
}

/**
 * Stores the bytes of an original. False if the bytes have disappeared: another process has ingested them, or the
 * upload was cancelled.
 */
async function putOriginal(
  parts: KeepParts,
  key: string,
  { format }: NewOriginal,
  content: LocalFile,
): Promise<boolean> {
  try {
    await parts.platform.blobs.put(key, content, { contentType: contentTypes[format] })
    return true
  } catch (error) {
    if (await stat(content.file).then(() => true, nullWhenMissing)) throw error
    return false
  }
}

/**
 * Accepts an upload with content that the account already has. Returns `changed` if that content was deleted meanwhile:
 * the caller must try again. Null if the upload was deleted or refused.
 */
async function recordKnown(
  { platform }: KeepParts,
  change: Transaction<StorageTables>,
  original: NewOriginal,
): Promise<Accepted | 'changed' | null> {
  const upload = await lockUpload(change, original.uploadId)
  if (!upload) return null
  // Another process has ingested the upload meanwhile.
  const outcome = outcomeOf(upload)
  if (outcome) return outcome.accepted ? outcome : null
  const first = await lockOriginalByContent(change, original.ownerId, original.checksum)
  if (!first) return 'changed'
  // The library may have deleted a ready photo meanwhile. A new announcement brings the photo back.
  const known = first.state === 'READY' ? await raiseGeneration(change, first.image_id) : first
  const { image_id: imageId, generation } = known
  await acceptUpload(change, upload.id, { imageId, generation, duplicate: true })
  if (known.state === 'READY') await platform.events.append(change, [readyEvent(known)])
  return acceptedAs(imageId, original, true)
}

function acceptedAs(imageId: string, { uploadId }: NewOriginal, duplicate: boolean): Accepted {
  return { accepted: true, uploadId, imageId, duplicate }
}
