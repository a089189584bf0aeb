import { z } from 'zod'
import { settleUploads } from './store.ts'
import type { Transaction } from 'kysely'
import type { PlatformEvent } from '../platform/platform.ts'
import type { StorageTables } from './tables.ts'

const addedSchema = z.object({ imageId: z.uuid() })

/** Ends the uploads of photos that are in the library now. Only then does storage call them ready. */
export async function settleAdded(events: readonly PlatformEvent[], change: Transaction<StorageTables>): Promise<void> {
  await settleUploads(
    change,
    events.map(({ data }) => addedSchema.parse(data).imageId),
  )
}
