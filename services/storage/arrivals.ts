import { z } from 'zod'
import { announceEnded } from './outcomes.ts'
import { settleUploads } from './uploadStore.ts'
import type { Transaction } from 'kysely'
import type { Platform, PlatformEvent } from '../platform/platform.ts'
import type { StorageTables } from './tables.ts'

const arrivalSchema = z.object({ imageId: z.uuid(), generation: z.number().int() })

/**
 * Marks uploads as ready: those that waited for the photos of these events. The generation of a photo increases each
 * time an upload brings it back after a deletion. An event settles only uploads of its own generation or an earlier
 * one: the photo may have been deleted after the event, and then a later upload has to wait for the next event.
 */
export async function settleArrivals(
  platform: Platform,
  events: readonly PlatformEvent[],
  change: Transaction<StorageTables>,
): Promise<void> {
  const arrivals = events.map(({ type, data }) => ({ ...arrivalSchema.parse(data), isAdded: type === 'photo.added' }))
  await announceEnded(platform, change, await settleUploads(change, arrivals))
}
