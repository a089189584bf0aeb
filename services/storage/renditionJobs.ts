import { z } from 'zod'
import { inBatches } from '../platform/batches.ts'
import { decodedEvent, readyEvent } from './announce.ts'
import { type Undecoded, Refusal } from './formats/refusal.ts'
import { renditionThreadCount } from './renditionThreads.ts'
import { inspectFile } from './formats/inspect.ts'
import { originalKey, renditionKey } from './keys.ts'
import { type Parts, renditionQueue } from './parts.ts'
import { type PictureProblem, problemOf } from './pictureProblem.ts'
import { type Renditions, makeHeicRenditions, renditionWidths } from './renditions.ts'
import {
  type Attempt,
  type OriginalRow,
  type Picture,
  needsRenditions,
  markReady,
  markTriedAgain,
  readOriginal,
} from './originalStore.ts'
import type { JobQueue } from '../platform/platform.ts'

const payload = z.object({ imageId: z.uuid() })
/** How many photos a batch has: enough that the threads have work while finished photos are recorded. */
const photosPerBatch = 4 * renditionThreadCount
const batches = 2
/** The timeout of a job. It includes the wait for a thread, because the photos of a batch share the threads. */
const timeoutSeconds = 1_800
/** Photos whose renditions are finished within this time are recorded together. */
const collectMilliseconds = 100
/** The form in which the job queue stores an error. */
const undecoded = z.object({ name: z.literal('Undecoded' satisfies Undecoded['name']), message: z.string() })

/**
 * Makes the renditions of an original and announces the original to the library. An original that cannot be decoded is
 * announced as well: its upload was acknowledged, so it stays, without a picture.
 */
export function createRenditionQueue(parts: Parts): JobQueue<z.infer<typeof payload>> {
  const record = inBatches(async (attempts: readonly Attempt[]) => recordAttempts(parts, attempts), collectMilliseconds)
  const recordProblem = async (imageId: string, problem: PictureProblem, reason: string): Promise<void> => {
    await record({ imageId, picture: problem })
    const level = problem === 'FAILED' ? 'error' : 'info'
    parts.platform.log[level]({ imageId, problem, reason }, 'original cannot be shown')
  }
  return {
    name: renditionQueue,
    payload,
    concurrency: batches * photosPerBatch,
    batch: photosPerBatch,
    retries: 5,
    timeoutSeconds,
    run: async ({ imageId }, signal) => {
      const original = await readOriginal(parts.database, imageId)
      if (!original || !needsRenditions(original)) return
      const renditions = await makeRenditionsOf(parts, original, signal)
      if (renditions instanceof Refusal) return recordProblem(imageId, problemOf(renditions), renditions.message)
      await record({ imageId, picture: await writeRenditions(parts, original, renditions) })
    },
    failed: async ({ imageId }, error) => {
      const { success: tookTooMuch, data } = undecoded.safeParse(error)
      if (tookTooMuch) return recordProblem(imageId, 'FAILED', data.message)
      // The original is stored; the upkeep job queues it again.
      parts.platform.log.error({ imageId, err: error }, 'renditions failed')
    },
  }
}

/** The keys of all blobs of an original. */
export function blobKeys(owner: string, imageId: string): string[] {
  return [originalKey(owner, imageId), ...renditionWidths.map((width) => renditionKey(owner, imageId, String(width)))]
}

async function makeRenditionsOf(
  parts: Parts,
  original: OriginalRow,
  signal: AbortSignal,
): Promise<Renditions | Refusal> {
  const { maxPixels } = parts.platform.config.storage
  const key = originalKey(original.owner_id, original.image_id)
  try {
    const renditions = await parts.platform.blobs.withFile(key, async (file) => {
      const { format, decodeBytes } = await inspectFile(file, parts.platform.config.storage)
      return parts.memory.use(decodeBytes, signal, async () =>
        format === 'heic'
          ? makeHeicRenditions(file, parts.heic, maxPixels, signal)
          : parts.renditionThreads.make(file, signal),
      )
    })
    if (!renditions) throw new Error(`The original of ${original.image_id} is missing from the blob store.`)
    return renditions
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

async function writeRenditions({ platform }: Parts, original: OriginalRow, result: Renditions): Promise<Picture> {
  const { owner_id: owner, image_id: imageId } = original
  await Promise.all(
    result.renditions.map(async (rendition) =>
      platform.blobs.put(renditionKey(owner, imageId, rendition.id), rendition.bytes, { contentType: 'image/jpeg' }),
    ),
  )
  const thumbnails = result.renditions.map(({ id, width, height }) => ({ id, width, height }))
  return { thumbhash: result.thumbhash, thumbnails }
}

/** Records attempts to decode originals, and announces originals that the library does not show yet. */
async function recordAttempts({ platform, database }: Parts, attempts: readonly Attempt[]): Promise<undefined[]> {
  return database.transaction().execute(async (change) => {
    const ready = await markReady(change, attempts)
    const published = new Set(ready.map(({ image_id: imageId }) => imageId))
    const rest = attempts.filter(({ imageId }) => !published.has(imageId))
    const triedAgain = rest.length > 0 ? await markTriedAgain(change, rest) : []
    const decoded = triedAgain.filter(({ picture_problem: problem }) => problem === null)
    await platform.events.append(change, [...ready.map(readyEvent), ...decoded.map(decodedEvent)])
    return attempts.map(() => undefined)
  })
}
