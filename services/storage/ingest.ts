import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { announceReady } from './announce.ts'
import { digest } from './digest.ts'
import { ByteReader } from './formats/byteReader.ts'
import { checkSize, contentTypes, inspect } from './formats/inspect.ts'
import { Refusal } from './formats/refusal.ts'
import { readFacts } from './images.ts'
import { originalKey } from './keys.ts'
import { readCaptureData } from './metadata.ts'
import { renditionQueue } from './parts.ts'
import {
  acceptUpload,
  hasContent,
  insertOriginal,
  lockOriginalByContent,
  lockUpload,
  raiseGeneration,
  readUpload,
  rejectUpload,
} from './store.ts'
import type { Transaction } from 'kysely'
import type { RefusalCode } from './formats/refusal.ts'
import type { Parts } from './parts.ts'
import type { NewOriginal, UploadRow } from './store.ts'
import type { StorageTables } from './tables.ts'

export interface Accepted {
  readonly accepted: true
  readonly uploadId: string
  readonly imageId: string
  readonly duplicate: boolean
}

export interface Rejected {
  readonly accepted: false
  readonly code: RefusalCode
  readonly detail: string
}

export type Outcome = Accepted | Rejected

export interface Ingest {
  /**
   * Takes in an upload all of whose bytes are here, and answers once that is durable. Asked again, it answers the same.
   * Null when the upload is unknown or still lacks bytes.
   */
  (uploadId: string): Promise<Outcome | null>
}

const contentRaces = 5

export function createIngest(parts: Parts): Ingest {
  const running = new Map<string, Promise<Outcome | null>>()
  return async (uploadId) => {
    const already = running.get(uploadId)
    if (already) return already
    const work = ingest(parts, uploadId).finally(() => running.delete(uploadId))
    running.set(uploadId, work)
    return work
  }
}

/** What is known of an upload that has ended. */
export function outcomeOf(upload: UploadRow): Outcome | null {
  if (upload.state === 'RECEIVING') return null
  if (upload.code) return { accepted: false, code: upload.code, detail: 'The file was not accepted.' }
  return { accepted: true, uploadId: upload.id, imageId: upload.image_id, duplicate: upload.duplicate }
}

async function ingest(parts: Parts, uploadId: string): Promise<Outcome | null> {
  const upload = await readUpload(parts.database, uploadId)
  if (!upload) return null
  if (upload.state !== 'RECEIVING') return outcomeOf(upload)
  const file = join(parts.files.directory, uploadId)
  const original = await examine(parts, upload, file)
  if (original === null) return decidedElsewhere(parts, uploadId)
  if (original instanceof Refusal) {
    const isRejected = await rejectUpload(parts.database, uploadId, original.code)
    if (!isRejected) return decidedElsewhere(parts, uploadId)
    await removeUploadFiles(parts, uploadId)
    parts.platform.log.info({ uploadId, code: original.code }, 'upload refused')
    return { accepted: false, code: original.code, detail: original.message }
  }
  const accepted = await keep(parts, original, file)
  await removeUploadFiles(parts, uploadId)
  return accepted
}

/** Another process may take in the same upload, as each does with what is complete when it starts, and remove its bytes. */
async function decidedElsewhere(parts: Parts, uploadId: string): Promise<Outcome | null> {
  const upload = await readUpload(parts.database, uploadId)
  return upload ? outcomeOf(upload) : null
}

/** Decides by the bytes. Null when there are not enough of them yet. */
async function examine(parts: Parts, upload: UploadRow, file: string): Promise<NewOriginal | Refusal | null> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!handle) return null
  try {
    const { size } = await handle.stat()
    if (size !== upload.size) return null
    const format = await inspect(new ByteReader(handle, size), parts.platform.config.storage)
    const facts = await readFacts(file, parts.platform.config.storage.maxPixels)
    checkSize(facts, parts.platform.config.storage)
    return {
      imageId: upload.image_id,
      ownerId: upload.owner_id,
      uploadId: upload.id,
      ...(await digest(handle)),
      size,
      format,
      fileName: upload.file_name,
      width: facts.width,
      height: facts.height,
      ...(await readCaptureData(facts.exif, new Date())),
    }
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  } finally {
    await handle.close()
  }
}

/** Stores the original, or finds that the account has this content already. */
async function keep(parts: Parts, original: NewOriginal, file: string): Promise<Accepted | null> {
  const { database, platform } = parts
  for (let attempt = 0; attempt < contentRaces; attempt += 1) {
    const known = await hasContent(database, original.ownerId, original.checksum)
    if (!known) {
      const options = { contentType: contentTypes[original.format] }
      await platform.blobs.put(originalKey(original.ownerId, original.imageId), { file }, options)
    }
    const result = await database.transaction().execute(async (change) => record(parts, change, original, !known))
    if (!known && (typeof result === 'string' || result.imageId !== original.imageId)) {
      await platform.blobs.delete([originalKey(original.ownerId, original.imageId)])
    }
    if (result === 'terminated') return null
    if (result !== 'changed') return result
  }
  throw new Error('The same content came and went too often while it was taken in.')
}

/** `changed`: the content that was there is gone, so look again. `terminated`: the upload itself is gone. */
async function record(
  parts: Parts,
  change: Transaction<StorageTables>,
  original: NewOriginal,
  stored: boolean,
): Promise<Accepted | 'changed' | 'terminated'> {
  const upload = await lockUpload(change, original.uploadId)
  if (!upload) return 'terminated'
  // Somebody else took it in meanwhile.
  const outcome = outcomeOf(upload)
  if (outcome?.accepted) return outcome
  if (stored && (await insertOriginal(change, original))) {
    await acceptUpload(change, upload.id, { imageId: original.imageId, duplicate: false, ready: false })
    await parts.platform.jobs.enqueue(change, renditionQueue, { imageId: original.imageId }, { key: original.imageId })
    return { accepted: true, uploadId: upload.id, imageId: original.imageId, duplicate: false }
  }
  const first = await lockOriginalByContent(change, original.ownerId, original.checksum)
  if (!first) return 'changed'
  const ready = first.state === 'READY'
  await acceptUpload(change, upload.id, { imageId: first.image_id, duplicate: true, ready })
  // The library may have lost the photo in the meantime: announcing it anew brings it back.
  if (ready) await announceReady(parts.platform, change, await raiseGeneration(change, first.image_id))
  return { accepted: true, uploadId: upload.id, imageId: first.image_id, duplicate: true }
}

/** Removes the bytes and the description that tus keeps of an upload. */
export async function removeUploadFiles(parts: Parts, uploadId: string): Promise<void> {
  const path = join(parts.files.directory, uploadId)
  await Promise.all([rm(path, { force: true }), rm(`${path}.json`, { force: true })])
}
