import { z } from 'zod'
import { blobKeys } from './renditionJobs.ts'
import { type Parts, blobRemovalQueue } from './parts.ts'
import { type Removal, deleteRemoved } from './originalStore.ts'
import type { Transaction } from 'kysely'
import type { JobQueue, PlatformEvent } from '../platform/platform.ts'
import type { StorageTables } from './tables.ts'

const payload = z.object({ keys: z.array(z.string()) })

const removedSchema = z.object({ imageId: z.uuid(), generation: z.number().int() })
const removedTogetherSchema = z.object({ photos: z.array(removedSchema) })

const keysPerJob = 1_000

/** Deletes blobs that are no longer referenced. */
export function removalQueue(parts: Parts): JobQueue<z.infer<typeof payload>> {
  return {
    name: blobRemovalQueue,
    payload,
    concurrency: 1,
    retries: 10,
    timeoutSeconds: 300,
    run: async ({ keys }) => parts.platform.blobs.delete(keys),
  }
}

/** Deletes the originals of photos that were removed from the library. */
export async function removeOriginals(
  parts: Parts,
  events: readonly PlatformEvent[],
  change: Transaction<StorageTables>,
): Promise<void> {
  const removals = events.map((event) => ({ ...removedSchema.parse(event.data), owner: event.owner }))
  await remove(parts, removals, change)
}

/** Deletes originals, like `removeOriginals`, for events that name many photos. */
export async function removeOriginalsOfMany(
  parts: Parts,
  events: readonly PlatformEvent[],
  change: Transaction<StorageTables>,
): Promise<void> {
  const removals = events.flatMap(({ owner, data }) =>
    removedTogetherSchema.parse(data).photos.map((photo) => ({ ...photo, owner })),
  )
  await remove(parts, removals, change)
}

/**
 * Deletes the originals of removed photos. An original of a later generation stays, because the library removed the
 * photo before it knew of the later upload.
 */
async function remove(parts: Parts, removals: readonly Removal[], change: Transaction<StorageTables>): Promise<void> {
  const removed = await deleteRemoved(change, removals)
  const keys = removed.flatMap(({ owner, imageId }) => blobKeys(owner, imageId))
  for (let start = 0; start < keys.length; start += keysPerJob) {
    await parts.platform.jobs.enqueue(change, blobRemovalQueue, { keys: keys.slice(start, start + keysPerJob) })
  }
}
