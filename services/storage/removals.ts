import { z } from 'zod'
import { blobKeys } from './cutting.ts'
import { blobRemovalQueue } from './parts.ts'
import { deleteOriginals, lockOriginal } from './store.ts'
import type { Transaction } from 'kysely'
import type { JobQueue, PlatformEvent } from '../platform/platform.ts'
import type { Parts } from './parts.ts'
import type { StorageTables } from './tables.ts'

const payload = z.object({ keys: z.array(z.string()) })

const removedSchema = z.object({ imageId: z.uuid(), generation: z.number().int() })

const keysPerJob = 1_000

/** Deletes blobs that nothing refers to any more. */
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

/**
 * Photos left the library: their originals follow. One whose content was uploaded again after the library knew it
 * is of a later generation, and stays.
 */
export async function removeOriginals(
  parts: Parts,
  events: readonly PlatformEvent[],
  change: Transaction<StorageTables>,
): Promise<void> {
  const keys: string[] = []
  for (const event of events) {
    const removed = removedSchema.parse(event.data)
    const original = await lockOriginal(change, removed.imageId)
    if (!original || original.owner_id !== event.owner || original.generation > removed.generation) continue
    await deleteOriginals(change, [removed.imageId])
    keys.push(...blobKeys(event.owner, removed.imageId))
  }
  for (let start = 0; start < keys.length; start += keysPerJob) {
    await parts.platform.jobs.enqueue(change, blobRemovalQueue, { keys: keys.slice(start, start + keysPerJob) })
  }
}
