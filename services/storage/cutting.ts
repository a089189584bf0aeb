import { z } from 'zod'
import { announceReady } from './announce.ts'
import { type RefusalCode, type Undecoded, Refusal } from './formats/refusal.ts'
import { cutters } from './cutter.ts'
import { originalKey, renditionKey } from './keys.ts'
import { type Parts, blobRemovalQueue, renditionQueue } from './parts.ts'
import { type Renditions, cutHeic, renditionWidths } from './renditions.ts'
import { type OriginalRow, deleteOriginals, lockOriginal, markReady, readOriginal, settleUploads } from './store.ts'
import type { JobQueue } from '../platform/platform.ts'

const payload = z.object({ imageId: z.uuid() })
/** The form in which the job queue stores an error. */
const undecoded = z.object({ name: z.literal('Undecoded' satisfies Undecoded['name']), message: z.string() })

/** Cuts the renditions of an original and announces it to the library, or rejects a damaged one. */
export function cuttingQueue(parts: Parts): JobQueue<z.infer<typeof payload>> {
  return {
    name: renditionQueue,
    payload,
    concurrency: cutters,
    retries: 5,
    timeoutSeconds: 300,
    run: async ({ imageId }, signal) => {
      const original = await readOriginal(parts.database, imageId)
      if (!original || original.state === 'READY') return
      const renditions = await cutOriginal(parts, original, signal)
      if (renditions instanceof Refusal) await reject(parts, original, renditions.code, renditions.message)
      else await publish(parts, original, renditions)
    },
    failed: async ({ imageId }, error) => {
      const { success: tookTooMuch, data } = undecoded.safeParse(error)
      const original = tookTooMuch ? await readOriginal(parts.database, imageId) : undefined
      if (original) return reject(parts, original, 'FAILED', data?.message ?? '')
      // The original is stored; the upkeep job queues it again.
      parts.platform.log.error({ imageId, err: error }, 'renditions failed')
    },
  }
}

/** The keys of all blobs of an original. */
export function blobKeys(owner: string, imageId: string): string[] {
  return [originalKey(owner, imageId), ...renditionWidths.map((width) => renditionKey(owner, imageId, String(width)))]
}

async function cutOriginal(parts: Parts, original: OriginalRow, signal: AbortSignal): Promise<Renditions | Refusal> {
  const { maxPixels } = parts.platform.config.storage
  const key = originalKey(original.owner_id, original.image_id)
  try {
    const renditions = await parts.platform.blobs.withFile(key, async (file) =>
      original.format === 'heic' ? cutHeic(file, parts.heic, maxPixels, signal) : parts.cutter.cut(file, signal),
    )
    if (!renditions) throw new Error(`The original of ${original.image_id} is missing from the blob store.`)
    return renditions
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

async function publish(parts: Parts, original: OriginalRow, result: Renditions): Promise<void> {
  const { owner_id: owner, image_id: imageId } = original
  const { platform, database } = parts
  await Promise.all(
    result.renditions.map(async (rendition) =>
      platform.blobs.put(renditionKey(owner, imageId, rendition.id), rendition.bytes, { contentType: 'image/jpeg' }),
    ),
  )
  const thumbnails = result.renditions.map(({ id, width, height }) => ({ id, width, height }))
  await database.transaction().execute(async (change) => {
    const ready = await markReady(change, imageId, { thumbhash: result.thumbhash, thumbnails })
    if (!ready) return
    await settleUploads(change, imageId, null)
    await announceReady(platform, change, ready)
  })
}

async function reject(parts: Parts, original: OriginalRow, code: RefusalCode, reason: string): Promise<void> {
  const { owner_id: owner, image_id: imageId } = original
  const { platform, database } = parts
  await database.transaction().execute(async (change) => {
    const current = await lockOriginal(change, imageId)
    if (current?.state !== 'PROCESSING') return
    await deleteOriginals(change, [imageId])
    await settleUploads(change, imageId, code)
    await platform.jobs.enqueue(change, blobRemovalQueue, { keys: blobKeys(owner, imageId) })
    await platform.events.append(change, [
      { type: 'original.rejected', owner, data: { imageId, uploadId: original.upload_id, code } },
    ])
  })
  platform.log[code === 'FAILED' ? 'error' : 'info']({ imageId, code, reason }, 'original rejected')
}
