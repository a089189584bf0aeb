import { z } from 'zod'
import { announceEnded } from './outcomes.ts'
import { settleUploads } from './uploadStore.ts'
import type { Transaction } from 'kysely'
import type { Platform, PlatformEvent } from '../platform/platform.ts'
import type { StorageTables } from './tables.ts'

const arrivalSchema = z.object({ imageId: z.uuid(), generation: z.number().int() })

/**
 * Marks uploads as ready, because their photos are in the library now. Compares generations: an event about an earlier
 * generation does not end a later upload, because the photo may have been deleted in between.
 */
export async function settleArrivals(
  platform: Platform,
  events: readonly PlatformEvent[],
  change: Transaction<StorageTables>,
): Promise<void> {
  const arrivals = events.map(({ type, data }) => ({ ...arrivalSchema.parse(data), isAdded: type === 'photo.added' }))
  await announceEnded(platform, change, await settleUploads(change, arrivals))
}
