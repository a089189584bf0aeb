import { z } from 'zod'
import { announceDecoded, announceReady } from './announce.ts'
import { type Undecoded, Refusal } from './formats/refusal.ts'
import { cutters } from './cutter.ts'
import { inspectFile } from './formats/inspect.ts'
import { originalKey, renditionKey } from './keys.ts'
import { type Parts, renditionQueue } from './parts.ts'
import { type PictureProblem, problemOf } from './pictureProblem.ts'
import { type Renditions, cutHeic, renditionWidths } from './renditions.ts'
import { type OriginalRow, type Picture, isToBeCut, markReady, markTriedAgain, readOriginal } from './originalStore.ts'
import type { JobQueue } from '../platform/platform.ts'

const payload = z.object({ imageId: z.uuid() })
/** The form in which the job queue stores an error. */
const undecoded = z.object({ name: z.literal('Undecoded' satisfies Undecoded['name']), message: z.string() })

/**
 * Cuts the renditions of an original and announces it to the library. An original that cannot be decoded is announced
 * as well: its upload was acknowledged, so it stays, without a picture.
 */
export function cuttingQueue(parts: Parts): JobQueue<z.infer<typeof payload>> {
  return {
    name: renditionQueue,
    payload,
    concurrency: cutters,
    retries: 5,
    timeoutSeconds: 300,
    run: async ({ imageId }, signal) => {
      const original = await readOriginal(parts.database, imageId)
      if (!original || !isToBeCut(original)) return
      const renditions = await cutOriginal(parts, original, signal)
      if (renditions instanceof Refusal)
        await publishProblem(parts, original, problemOf(renditions), renditions.message)
      else await publishRenditions(parts, original, renditions)
    },
    failed: async ({ imageId }, error) => {
      const { success: tookTooMuch, data } = undecoded.safeParse(error)
      const original = tookTooMuch ? await readOriginal(parts.database, imageId) : undefined
      if (original) return publishProblem(parts, original, 'FAILED', data?.message ?? '')
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
    const renditions = await parts.platform.blobs.withFile(key, async (file) => {
      const { format, decodeBytes } = await inspectFile(file, parts.platform.config.storage)
      return parts.memory.use(decodeBytes, signal, async () =>
        format === 'heic' ? cutHeic(file, parts.heic, maxPixels, signal) : parts.cutter.cut(file, signal),
      )
    })
    if (!renditions) throw new Error(`The original of ${original.image_id} is missing from the blob store.`)
    return renditions
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

async function publishRenditions(parts: Parts, original: OriginalRow, result: Renditions): Promise<void> {
  const { owner_id: owner, image_id: imageId } = original
  await Promise.all(
    result.renditions.map(async (rendition) =>
      parts.platform.blobs.put(renditionKey(owner, imageId, rendition.id), rendition.bytes, {
        contentType: 'image/jpeg',
      }),
    ),
  )
  const thumbnails = result.renditions.map(({ id, width, height }) => ({ id, width, height }))
  await publish(parts, original, { thumbhash: result.thumbhash, thumbnails })
}

async function publishProblem(
  parts: Parts,
  original: OriginalRow,
  problem: PictureProblem,
  reason: string,
): Promise<void> {
  await publish(parts, original, problem)
  const { image_id: imageId } = original
  parts.platform.log[problem === 'FAILED' ? 'error' : 'info']({ imageId, problem, reason }, 'original cannot be shown')
}

async function publish(
  { platform, database }: Parts,
  { image_id: imageId }: OriginalRow,
  picture: Picture | PictureProblem,
): Promise<void> {
  await database.transaction().execute(async (change) => {
    const ready = await markReady(change, imageId, picture)
    if (ready) return announceReady(platform, change, ready)
    const triedAgain = await markTriedAgain(change, imageId, picture)
    if (triedAgain?.picture_problem === null) await announceDecoded(platform, change, triedAgain)
  })
}
