import { sql } from 'kysely'
import { changeOf } from './announcements.ts'
import { selectPhotos } from './pages.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { ChangedPhoto } from './announcements.ts'
import type { PhotoRow } from './pages.ts'
import type { PhotosTables } from './tables.ts'

export interface MonthCount {
  /** As stored. */
  readonly month: number
  readonly count: number
}

/** The months of a library that have photos. */
export async function readMonthCounts(database: Kysely<PhotosTables>, ownerId: string): Promise<MonthCount[]> {
  return database
    .selectFrom('month_counts')
    .select(['month', 'count'])
    .where('owner_id', '=', ownerId)
    .where('count', '>', 0)
    .orderBy('month', 'desc')
    .execute()
}

/** Those of the photos that exist and are this account's. */
export async function findPhotos(
  database: Kysely<PhotosTables>,
  ownerId: string,
  ids: readonly string[],
): Promise<PhotoRow[]> {
  if (ids.length === 0) return []
  return selectPhotos(database)
    .where('owner_id', '=', ownerId)
    .where('id', 'in', [...ids])
    .execute()
}

/** Deletes those of the photos that are this account's, and answers which they were. */
export async function deletePhotos(
  database: Kysely<PhotosTables>,
  platform: Platform,
  ownerId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  return database.transaction().execute(async (change) => {
    const deleted = await deleteLocked(change, ownerId, ids, 'infinity')
    await platform.events.append(
      change,
      deleted.map((photo) => changeOf('photo.removed', ownerId, photo)),
    )
    return new Set(deleted.map((photo) => photo.id))
  })
}

/**
 * Deletes those of the photos that are this account's and came in up to a moment, and answers which they were.
 * @param before as the database writes it
 */
export async function deleteLocked(
  change: Transaction<PhotosTables>,
  ownerId: string,
  ids: readonly string[],
  before: string,
): Promise<ChangedPhoto[]> {
  // Locked in the order of their ids, so that two deletions at once cannot wait for each other.
  const { rows } = await sql<ChangedPhoto>`
    with locked as materialized (
      select id from photos.photos
      where id = any(${[...ids]}::uuid[]) and owner_id = ${ownerId} and created_at <= cast(${before} as timestamptz)
      order by id for update
    )
    delete from photos.photos where id = any(array(select id from locked))
    returning id, taken_month, generation`.execute(change)
  return rows
}
