import { type FileHandle, open, stat } from 'node:fs/promises'
import { v5 as hashedUuid } from 'uuid'
import { nullWhenMissing } from '../platform/missingFiles.ts'
import { digest } from './digest.ts'
import { ByteReader } from './formats/byteReader.ts'
import { inspect } from './formats/inspect.ts'
import { checkSize } from './formats/size.ts'
import { type RefusalCode, Refusal } from './formats/refusal.ts'
import { readFacts } from './images.ts'
import { type Outcome, outcomeOf } from './ingestOutcome.ts'
import { type KeepOriginal, createKeepOriginal } from './keepOriginal.ts'
import { readCaptureData } from './metadata.ts'
import { announceEnded } from './outcomes.ts'
import { type UploadRow, readUpload, rejectUpload } from './uploadStore.ts'
import type { LocalFile } from '../platform/blobs/blobs.ts'
import type { NewOriginal } from './originalStore.ts'
import type { Parts } from './parts.ts'

/** What ingesting needs. */
export type IngestParts = Pick<Parts, 'platform' | 'database' | 'uploads'>

export interface Ingest {
  /**
   * Ingests a complete upload. Resolves once the original is stored durably. A repeated call gives the same answer.
   * Null if the upload is unknown or not complete.
   */
  (uploadId: string): Promise<Outcome | null>
}

export function createIngest(parts: IngestParts): Ingest {
  const keep = createKeepOriginal(parts)
  const running = new Map<string, Promise<Outcome | null>>()
  return async (uploadId) => {
    for (let already = running.get(uploadId); already; already = running.get(uploadId)) {
      const outcome = await already
      if (outcome) return outcome
      // If the other run had no outcome, it may have begun before the last byte arrived, so the upload is ingested
      // again.
    }
    const work = ingest(parts, keep, uploadId).finally(() => running.delete(uploadId))
    running.set(uploadId, work)
    return work
  }
}

async function ingest(parts: IngestParts, keep: KeepOriginal, uploadId: string): Promise<Outcome | null> {
  const upload = await readUpload(parts.database, uploadId)
  if (upload?.state !== 'RECEIVING') return decidedElsewhere(parts, uploadId)
  if (!isOwned(upload)) return null
  const outcome = await parts.uploads.withFile(uploadId, async (file, pieces) => {
    return ingestFile(parts, keep, upload, { file, parts: pieces })
  })
  return outcome ?? decidedElsewhere(parts, uploadId)
}

/**
 * @param content a name of the upload's file that no other process uses, so that the bytes that are stored are those
 *   that were checked
 * @returns null if bytes are missing, or another process has ended the upload
 */
async function ingestFile(
  parts: IngestParts,
  keep: KeepOriginal,
  upload: OwnedUpload,
  content: LocalFile,
): Promise<Outcome | null> {
  const original = await examine(parts, upload, content.file)
  if (original === null) return null
  if (original instanceof Refusal) {
    if (!(await reject(parts, upload.id, original.code))) return null
    await parts.uploads.remove(upload.id)
    parts.platform.log.info({ uploadId: upload.id, code: original.code }, 'upload refused')
    return { accepted: false, code: original.code, detail: original.message }
  }
  const accepted = await keep(original, content)
  if (accepted) await parts.uploads.remove(upload.id)
  return accepted
}

type OwnedUpload = UploadRow & { readonly owner_id: string }

/** False if the upload was made before the sign-in: nothing is decoded before an account has claimed it. */
function isOwned(upload: UploadRow): upload is OwnedUpload {
  return upload.owner_id !== null
}

/** Rejects an upload. Returns false if another process has ended the upload meanwhile. */
async function reject({ database, platform }: IngestParts, uploadId: string, code: RefusalCode): Promise<boolean> {
  return database.transaction().execute(async (change) => {
    const rejected = await rejectUpload(change, uploadId, code)
    if (rejected) await announceEnded(platform, change, [rejected])
    return rejected !== undefined
  })
}

/**
 * Returns the outcome if another process has ingested the same upload. This can happen, because each process ingests
 * complete uploads at its start. The other process has removed the bytes. Bytes that the client has sent since are no
 * longer needed, and are removed here.
 */
async function decidedElsewhere(parts: IngestParts, uploadId: string): Promise<Outcome | null> {
  const upload = await readUpload(parts.database, uploadId)
  const outcome = upload ? outcomeOf(upload) : null
  if (outcome) await parts.uploads.remove(uploadId)
  return outcome
}

/** Decides by the content whether the file is accepted. Null if bytes are missing, or the file has disappeared. */
async function examine(parts: IngestParts, upload: OwnedUpload, file: string): Promise<NewOriginal | Refusal | null> {
  const handle = await open(file).catch(nullWhenMissing)
  if (!handle) return null
  try {
    const { size } = await handle.stat()
    if (size !== upload.size) return null
    const { format } = await inspect(new ByteReader(handle, size), parts.platform.config.storage)
    const facts = await readFacts(file, parts.platform.config.storage.maxPixels)
    checkSize(facts, parts.platform.config.storage)
    const content = await digest(handle)
    return {
      imageId: imageIdFor(upload.image_id, content.checksum),
      ownerId: upload.owner_id,
      uploadId: upload.id,
      ...content,
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

/**
 * The id of an original, made of the id that was reserved for its upload and of its content. If two processes have
 * received different content for one upload, neither stores its file in the place of the other. After a crash, the same
 * content gets the same id again. The start of the id stays, because it is the time (UUID version 7).
 */
function imageIdFor(reserved: string, checksum: string): string {
  const kept = 'xxxxxxxx-xxxx-7'.length
  return reserved.slice(0, kept) + hashedUuid(checksum, reserved).slice(kept)
}

async function isStillAt(file: string, handle: FileHandle): Promise<boolean> {
  const [opened, found] = await Promise.all([handle.stat(), stat(file).catch(nullWhenMissing)])
  return found?.ino === opened.ino && found.dev === opened.dev
}
