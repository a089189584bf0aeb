import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { PlatformEvent } from './platform.ts'
import { asUuids } from './requests.ts'

const added = 'photo.added'

/**
 * The events that determine which photos are missing: photos that were added (for the first time or again), and photos
 * that were deleted for good. Photos in the trash are not missing, because they can be restored.
 */
export const photoReferenceEvents: readonly string[] = [added, 'photo.removed', 'photos.removed', 'photos.purged']

const photoSchema = z.object({ imageId: z.string() })
const dataSchema = z.union([photoSchema, z.object({ photos: z.array(photoSchema) })])

/** The tables of a service that names photos, such as those in a project or on a line of an order. */
export interface PhotoReferencesOptions {
  /** The database schema of the service. It has the table `deleted_photos (photo_id uuid, deleted_at timestamptz)`. */
  readonly schema: string
  /** The table that names photos, in the columns `photo_id uuid` and `is_missing boolean`. */
  readonly table: string
  /** An arbitrary number: the advisory lock that separates new references from the handling of photo events. */
  readonly lock: number
}

/** Keeps up to date which of the photos that a service names were deleted for good. */
export class PhotoReferences<Tables> {
  readonly #table: RawBuilder<unknown>
  readonly #deleted: RawBuilder<unknown>
  readonly #lock: number

  constructor({ schema, table, lock }: PhotoReferencesOptions) {
    this.#table = sql.table(`${schema}.${table}`)
    this.#deleted = sql.table(`${schema}.deleted_photos`)
    this.#lock = lock
  }

  /**
   * Waits until no photo events are being handled, and delays the next ones until this transaction ends. Otherwise a
   * reference that is stored while its photo is deleted would not say that the photo is missing. Transactions that
   * store references do not wait for each other here.
   */
  async delayEvents(change: Transaction<Tables>): Promise<void> {
    await sql`select pg_advisory_xact_lock_shared(${this.#lock})`.execute(change)
  }

  /** Whether a photo was deleted for good in the last day. Write it into a new reference. */
  isDeleted(photoId: RawBuilder<unknown>): RawBuilder<boolean> {
    return sql<boolean>`exists (select from ${this.#deleted} where photo_id = ${photoId})`
  }

  /**
   * Marks photos that were deleted for good as missing, for all accounts, because photos can be shared. Photos that
   * were added again are no longer missing.
   */
  async handle(events: readonly PlatformEvent[], change: Transaction<Tables>): Promise<void> {
    await sql`select pg_advisory_xact_lock(${this.#lock})`.execute(change)
    // If there are several events of a photo, the last one decides.
    const isMissing = new Map(events.flatMap((event) => idsOf(event).map((id) => [id, event.type !== added] as const)))
    const idsWith = (missing: boolean) => [...isMissing].filter(([, value]) => value === missing).map(([id]) => id)
    const [present, deleted] = [idsWith(false), idsWith(true)]
    await this.#setMissing(change, present, false)
    await sql`delete from ${this.#deleted} where photo_id = any(${present}::uuid[])`.execute(change)
    await this.#setMissing(change, deleted, true)
    await sql`
      insert into ${this.#deleted} (photo_id) select unnest(${deleted}::uuid[])
      on conflict (photo_id) do update set deleted_at = excluded.deleted_at`.execute(change)
  }

  /** Forgets photos that were deleted more than a day ago. By then, no new reference names them. */
  async forgetDeleted(database: Kysely<Tables>): Promise<void> {
    await sql`delete from ${this.#deleted} where deleted_at < now() - interval '1 day'`.execute(database)
  }

  async #setMissing(change: Transaction<Tables>, ids: readonly string[], missing: boolean): Promise<void> {
    if (ids.length === 0) return
    await sql`
      update ${this.#table} set is_missing = ${missing}
      where photo_id = any(${[...ids]}::uuid[]) and is_missing <> ${missing}`.execute(change)
  }
}

function idsOf({ data }: PlatformEvent): string[] {
  const parsed = dataSchema.safeParse(data)
  if (!parsed.success) return []
  const photos = 'photos' in parsed.data ? parsed.data.photos : [parsed.data]
  return asUuids(photos.map(({ imageId }) => imageId))
}
