import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { asUuids } from '../platform/requests.ts'
import type { PlatformEvent } from '../platform/platform.ts'
import type { ProjectsTables } from './tables.ts'

const added = 'photo.added'

/** An arbitrary number: the lock that keeps changes of projects and events of photos apart. */
const photosLock = 7_215_061

/**
 * The events of photos that this service consumes: photos that were added (also again), and photos that were deleted
 * for good. Photos in the trash are not missing, because they can be restored.
 */
export const photoEventTypes: readonly string[] = [added, 'photo.removed', 'photos.removed', 'photos.purged']

const photoSchema = z.object({ imageId: z.string() })
const dataSchema = z.union([photoSchema, z.object({ photos: z.array(photoSchema) })])

/**
 * Waits until no events of photos are being handled, and delays further ones to the end of the transaction. Otherwise a
 * project that is saved while its photo is deleted would not say that the photo is missing.
 */
export async function shareWithPhotoEvents(change: Transaction<ProjectsTables>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${photosLock})`.execute(change)
}

/** Marks photos as missing that were deleted for good, also in projects of accounts with which they were shared. */
export async function handlePhotoEvents(
  events: readonly PlatformEvent[],
  change: Transaction<ProjectsTables>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${photosLock})`.execute(change)
  // The last event of a photo counts.
  const isMissing = new Map(events.flatMap((event) => idsOf(event).map((id) => [id, event.type !== added] as const)))
  const idsWith = (missing: boolean) => [...isMissing].filter(([, value]) => value === missing).map(([id]) => id)
  await mark(change, idsWith(false), false)
  const deleted = idsWith(true)
  await mark(change, deleted, true)
  await sql`
    insert into projects.deleted_photos (photo_id) select unnest(${deleted}::uuid[])
    on conflict (photo_id) do update set deleted_at = excluded.deleted_at`.execute(change)
}

function idsOf({ data }: PlatformEvent): string[] {
  const parsed = dataSchema.safeParse(data)
  if (!parsed.success) return []
  const photos = 'photos' in parsed.data ? parsed.data.photos : [parsed.data]
  return asUuids(photos.map(({ imageId }) => imageId))
}

async function mark(change: Transaction<ProjectsTables>, ids: readonly string[], missing: boolean): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update projects.project_photos set is_missing = ${missing}
    where photo_id = any(${[...ids]}::uuid[]) and is_missing <> ${missing}`.execute(change)
  if (missing) return
  await sql`delete from projects.deleted_photos where photo_id = any(${[...ids]}::uuid[])`.execute(change)
}
