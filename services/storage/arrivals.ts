import { z } from 'zod'
import { announceEnded } from './outcomes.ts'
import { settleUploads } from './uploadStore.ts'
import type { Transaction } from 'kysely'
import type { Platform, PlatformEvent } from '../platform/platform.ts'
import type { StorageTables } from './tables.ts'

const arrivalSchema = z.object({ imageId: z.uuid(), generation: z.number().int() })

/**
 * Ends the uploads of photos that are in the library now. Only then does storage call them ready. By generation: an
 * earlier one says nothing about an upload since, because the photo may have been deleted in between.
 */
export async function settleArrivals(
  platform: Platform,
  events: readonly PlatformEvent[],
  change: Transaction<StorageTables>,
): Promise<void> {
  const arrivals = events.map(({ data }) => arrivalSchema.parse(data))
  await announceEnded(platform, change, await settleUploads(change, arrivals))
}
