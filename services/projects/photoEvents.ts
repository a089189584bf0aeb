import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { asUuids } from '../platform/requests.ts'
import type { PlatformEvent } from '../platform/platform.ts'
import type { ProjectsTables } from './tables.ts'

const added = 'photo.added'

/** An arbitrary number: the advisory lock that separates changes of projects from the handling of photo events. */
const photoEventsLock = 7_215_061

/**
 * The events of photos that this service consumes: photos that were added (also again), and photos that were deleted
 * for good. Photos in the trash are not missing, because they can be restored.
 */
export const photoEventTypes: readonly string[] = [added, 'photo.removed', 'photos.removed', 'photos.purged']

const photoSchema = z.object({ imageId: z.string() })
const dataSchema = z.union([photoSchema, z.object({ photos: z.array(photoSchema) })])

/**
 * Waits until no photo events are being handled, and delays the next ones until this transaction ends. Otherwise a
 * project that is saved while its photo is deleted would not say that the photo is missing. Transactions that change
 * projects do not wait for each other here.
 */
export async function delayPhotoEvents(change: Transaction<ProjectsTables>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${photoEventsLock})`.execute(change)
}

/**
 * Marks photos that were deleted for good as missing in all projects, also in projects of accounts with which the photos
 * were shared. Photos that were added again are no longer missing.
 */
export async function handlePhotoEvents(
  events: readonly PlatformEvent[],
  change: Transaction<ProjectsTables>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${photoEventsLock})`.execute(change)
  // If there are several events of a photo, the last one decides.
  const isMissing = new Map(events.flatMap((event) => idsOf(event).map((id) => [id, event.type !== added] as const)))
  const idsWith = (missing: boolean) => [...isMissing].filter(([, value]) => value === missing).map(([id]) => id)
  await setMissing(change, idsWith(false), false)
  const deleted = idsWith(true)
  await setMissing(change, deleted, true)
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

async function setMissing(
  change: Transaction<ProjectsTables>,
  ids: readonly string[],
  missing: boolean,
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update projects.project_photos set is_missing = ${missing}
    where photo_id = any(${[...ids]}::uuid[]) and is_missing <> ${missing}`.execute(change)
  if (missing) return
  await sql`delete from projects.deleted_photos where photo_id = any(${[...ids]}::uuid[])`.execute(change)
}
