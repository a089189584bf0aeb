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

type RemovalParts = Pick<Parts, 'platform' | 'database'>

const keysPerJob = 1_000

/** Deletes blobs that are no longer referenced. */
export function removalQueue(parts: RemovalParts): JobQueue<z.infer<typeof payload>> {
  return {
    name: blobRemovalQueue,
    payload,
    concurrency: 1,
    retries: 10,
    timeoutSeconds: 300,
    run: async ({ keys }) => parts.platform.blobs.delete(keys),
    // Customers were told that their photos are deleted, so the deletion is retried, however long the store is
    // unavailable.
    failed: async ({ keys }, error) => {
      parts.platform.log.error({ err: error }, 'files of deleted photos could not be deleted yet')
      await parts.database
        .transaction()
        .execute(async (change) => parts.platform.jobs.enqueue(change, blobRemovalQueue, { keys }))
    },
  }
}

/** Deletes the originals of photos that were removed from the library. */
export async function removeOriginals(
  parts: RemovalParts,
  events: readonly PlatformEvent[],
  change: Transaction<StorageTables>,
): Promise<void> {
  const removals = events.map((event) => ({ ...removedSchema.parse(event.data), owner: event.owner }))
  await remove(parts, removals, change)
}

/** Deletes originals, like `removeOriginals`, for events that name many photos. */
export async function removeOriginalsOfMany(
  parts: RemovalParts,
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
async function remove(
  parts: RemovalParts,
  removals: readonly Removal[],
  change: Transaction<StorageTables>,
): Promise<void> {
  // Each job is about one account, because the erasure of an account drops its jobs.
  for (const [owner, removed] of Map.groupBy(await deleteRemoved(change, removals), (removal) => removal.owner)) {
    const keys = removed.flatMap(({ imageId }) => blobKeys(owner, imageId))
    for (let start = 0; start < keys.length; start += keysPerJob) {
      await parts.platform.jobs.enqueue(change, blobRemovalQueue, { keys: keys.slice(start, start + keysPerJob) })
    }
  }
}
