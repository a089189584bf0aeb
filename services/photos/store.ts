import { changeOf } from './announcements.ts'
import { selectPhotos } from './pages.ts'
import type { Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
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
    // In the order of their ids, so that two deletions at once cannot wait for each other.
    const locked = await change
      .selectFrom('photos')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('id', 'in', [...ids])
      .orderBy('id')
      .forUpdate()
      .execute()
    if (locked.length === 0) return new Set<string>()
    const deleted = await change
      .deleteFrom('photos')
      .where(
        'id',
        'in',
        locked.map((photo) => photo.id),
      )
      .returning(['id', 'taken_month', 'generation'])
      .execute()
    await platform.events.append(
      change,
      deleted.map((photo) => changeOf('photo.removed', ownerId, photo)),
    )
    return new Set(deleted.map((photo) => photo.id))
  })
}
