import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { Platform } from '../platform/platform.ts'
import type { FoundUpload } from './uploadStore.ts'
import type { StorageTables } from './tables.ts'
import type { outcomeSchema } from './wireSchemas.ts'

/** The outcome of an upload, in the form of the outcome calls and of the event `uploads.ended`. */
export function outcomeOf(upload: FoundUpload): z.infer<typeof outcomeSchema> {
  const { id, state, code, image_id: imageId, duplicate, picture_problem: pictureProblem } = upload
  if (state === 'RECEIVING') return { uploadId: id, state }
  // The database allows a rejection without a code.
  if (state === 'REJECTED') return { uploadId: id, state, code: code ?? 'FAILED' }
  const kept = { uploadId: id, imageId, duplicate }
  if (state === 'PROCESSING') return { ...kept, state }
  return { ...kept, state, ...(pictureProblem === null ? {} : { pictureProblem }) }
}

/** Publishes the outcomes of uploads: one event per account. */
export async function announceEnded(
  platform: Platform,
  change: Transaction<StorageTables>,
  ended: readonly FoundUpload[],
): Promise<void> {
  const owned = ended.flatMap((upload) => (upload.owner_id === null ? [] : [{ owner: upload.owner_id, upload }]))
  const byOwner = Map.groupBy(owned, ({ owner }) => owner)
  await platform.events.append(
    change,
    [...byOwner].map(([owner, uploads]) => ({
      type: 'uploads.ended',
      owner,
      data: { uploads: uploads.map(({ upload }) => outcomeOf(upload)) },
    })),
  )
}
