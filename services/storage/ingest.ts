import { type FileHandle, open, stat } from 'node:fs/promises'
import { announceReady } from './announce.ts'
import { digest } from './digest.ts'
import { ByteReader } from './formats/byteReader.ts'
import { contentTypes, inspect } from './formats/inspect.ts'
import { checkSize } from './formats/size.ts'
import { type RefusalCode, Refusal } from './formats/refusal.ts'
import { readFacts } from './images.ts'
import { originalKey } from './keys.ts'
import { readCaptureData } from './metadata.ts'
import { announceEnded } from './outcomes.ts'
import { type Parts, renditionQueue } from './parts.ts'
import {
  type NewOriginal,
  hasContent,
  insertOriginal,
  lockOriginalByContent,
  raiseGeneration,
} from './originalStore.ts'
import { type UploadRow, acceptUpload, lockUpload, readUpload, rejectUpload } from './uploadStore.ts'
import { removeUploadFile, uploadFile } from './uploadFiles.ts'
import type { Transaction } from 'kysely'
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

/** What ingesting needs. */
export type IngestParts = Pick<Parts, 'platform' | 'database' | 'files'>

export interface Ingest {
  /**
   * Ingests a complete upload. Resolves once the original is stored durably. A repeated call gives the same answer.
   * Null if the upload is unknown or not complete.
   */
  (uploadId: string): Promise<Outcome | null>
}

const contentRaces = 5

export function createIngest(parts: IngestParts): Ingest {
  const running = new Map<string, Promise<Outcome | null>>()
  return async (uploadId) => {
    const already = running.get(uploadId)
    if (already) return already
    const work = ingest(parts, uploadId).finally(() => running.delete(uploadId))
    running.set(uploadId, work)
    return work
  }
}

/** The outcome of an upload that has ended; null before. */
function outcomeOf(upload: UploadRow): Outcome | null {
  if (upload.state === 'RECEIVING') return null
  if (upload.code) return { accepted: false, code: upload.code, detail: 'The file was not accepted.' }
  return { accepted: true, uploadId: upload.id, imageId: upload.image_id, duplicate: upload.duplicate }
}

async function ingest(parts: IngestParts, uploadId: string): Promise<Outcome | null> {
  const upload = await readUpload(parts.database, uploadId)
  if (upload?.state !== 'RECEIVING') return decidedElsewhere(parts, uploadId)
  const file = uploadFile(parts, uploadId)
  const original = await examine(parts, upload, file)
  if (original === null) return decidedElsewhere(parts, uploadId)
  if (original instanceof Refusal) {
    if (!(await reject(parts, uploadId, original.code))) return decidedElsewhere(parts, uploadId)
    await removeUploadFile(parts, uploadId)
    parts.platform.log.info({ uploadId, code: original.code }, 'upload refused')
    return { accepted: false, code: original.code, detail: original.message }
  }
  const accepted = await storeOriginal(parts, original, file)
  if (!accepted) return decidedElsewhere(parts, uploadId)
  await removeUploadFile(parts, uploadId)
  return accepted
}

/** False if another process has decided otherwise. */
async function reject({ database, platform }: IngestParts, uploadId: string, code: RefusalCode): Promise<boolean> {
  return database.transaction().execute(async (change) => {
    const rejected = await rejectUpload(change, uploadId, code)
    if (rejected) await announceEnded(platform, change, [rejected])
    return rejected !== undefined
  })
}

/**
 * Another process may have ingested the same upload (each ingests complete uploads at its start) and removed its bytes.
 * Then removes the bytes that the client has sent since, which are no longer needed.
 */
async function decidedElsewhere(parts: IngestParts, uploadId: string): Promise<Outcome | null> {
  const upload = await readUpload(parts.database, uploadId)
  const outcome = upload ? outcomeOf(upload) : null
  if (outcome) await removeUploadFile(parts, uploadId)
  return outcome
}

/** Decides by the content. Null if bytes are missing, or the file has disappeared. */
async function examine(parts: IngestParts, upload: UploadRow, file: string): Promise<NewOriginal | Refusal | null> {
  const handle = await open(file).catch(nullWhenMissing)
  if (!handle) return null
  try {
    const { size } = await handle.stat()
    if (size !== upload.size) return null
    const { format } = await inspect(new ByteReader(handle, size), parts.platform.config.storage)
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
      ...readCaptureData(facts.embedded, new Date()),
    }
  } catch (error) {
    // The header is read by file name, and another process may have removed that file.
    if (!(await isStillAt(file, handle))) return null
    if (error instanceof Refusal) return error
    throw error
  } finally {
    await handle.close()
  }
}

async function isStillAt(file: string, handle: FileHandle): Promise<boolean> {
  const [opened, found] = await Promise.all([handle.stat(), stat(file).catch(nullWhenMissing)])
  return found?.ino === opened.ino && found.dev === opened.dev
}

/**
 * Stores the original, or finds that the account already has this content. Null if another process has decided the
 * outcome.
 */
async function storeOriginal(parts: IngestParts, original: NewOriginal, file: string): Promise<Accepted | null> {
  const { database, platform } = parts
  const key = originalKey(original.ownerId, original.imageId)
  let isStored = false
  for (let attempt = 0; attempt < contentRaces; attempt += 1) {
    if (!(await hasContent(database, original.ownerId, original.checksum))) {
      if (!(await putOriginal(parts, key, original, file))) return null
      isStored = true
    }
    const result = await database.transaction().execute(async (change) => record(parts, change, original, isStored))
    // The blob is stored already; the next attempt uses it.
    if (result === 'changed') continue
    if (isStored && result?.imageId !== original.imageId) await platform.blobs.delete([key])
    return result
  }
  throw new Error('The same content was added and deleted too often while it was ingested.')
}

/** False if the bytes have disappeared: another process has ingested them, or the upload was cancelled. */
async function putOriginal(parts: IngestParts, key: string, { format }: NewOriginal, file: string): Promise<boolean> {
  try {
    await parts.platform.blobs.put(key, { file }, { contentType: contentTypes[format] })
    return true
  } catch (error) {
    if (await stat(file).catch(nullWhenMissing)) throw error
    return false
  }
}

/**
 * Returns `changed` if the same content existed but was deleted meanwhile: try again. Null if the upload was deleted or
 * refused.
 */
async function record(
  parts: IngestParts,
  change: Transaction<StorageTables>,
  original: NewOriginal,
  stored: boolean,
): Promise<Accepted | 'changed' | null> {
  const upload = await lockUpload(change, original.uploadId)
  if (!upload) return null
  // Another process has ingested it meanwhile.
  const outcome = outcomeOf(upload)
  if (outcome) return outcome.accepted ? outcome : null
  if (stored && (await insertOriginal(change, original))) {
    await acceptUpload(change, upload.id, { imageId: original.imageId, generation: 1, duplicate: false })
    await parts.platform.jobs.enqueue(change, renditionQueue, { imageId: original.imageId }, { key: original.imageId })
    return { accepted: true, uploadId: upload.id, imageId: original.imageId, duplicate: false }
  }
  const first = await lockOriginalByContent(change, original.ownerId, original.checksum)
  if (!first) return 'changed'
  // The library may have deleted a ready photo meanwhile. A new announcement brings it back.
  const known = first.state === 'READY' ? await raiseGeneration(change, first.image_id) : first
  const { image_id: imageId, generation } = known
  await acceptUpload(change, upload.id, { imageId, generation, duplicate: true })
  if (known.state === 'READY') await announceReady(parts.platform, change, known)
  return { accepted: true, uploadId: upload.id, imageId, duplicate: true }
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
