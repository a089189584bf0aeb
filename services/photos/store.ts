import { sql } from 'kysely'
import { albumChanges } from './albums/members.ts'
import { changeOf } from './announcements.ts'
import { selectPhotos } from './pages.ts'
import { inTransaction } from './transactions.ts'
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
  return inTransaction(database, async (change) => {
    const { photos, albumIds } = await deleteLocked(change, ownerId, ids, 'infinity')
    await platform.events.append(change, [
      ...photos.map((photo) => changeOf('photo.removed', ownerId, photo)),
      ...(await albumChanges(change, albumIds)),
    ])
    return new Set(photos.map((photo) => photo.id))
  })
}

/** What is gone, and the albums that it was in. */
interface Deletion {
  readonly photos: readonly ChangedPhoto[]
  readonly albumIds: readonly string[]
}

/**
 * Deletes those of the photos that are this account's and came in up to a moment, also from every album.
 * @param before as the database writes it
 */
export async function deleteLocked(
  change: Transaction<PhotosTables>,
  ownerId: string,
  ids: readonly string[],
  before: string,
): Promise<Deletion> {
  // Locked in the order of their ids, so that two deletions at once cannot wait for each other.
  const { rows: locked } = await sql<{ id: string }>`
    select id from photos.photos
    where id = any(${[...ids]}::uuid[]) and owner_id = ${ownerId} and created_at <= cast(${before} as timestamptz)
    order by id for update`.execute(change)
  if (locked.length === 0) return { photos: [], albumIds: [] }
  const gone = sql`${locked.map(({ id }) => id)}::uuid[]`
  // A statement of its own, which sees the albums that photos were put into while the first one waited for them.
  const { rows } = await sql<ChangedPhoto & { album_id: string | null }>`
    with concerned as materialized (
      select id from photos.albums
      where id = any(array(select album_id from photos.album_photos where photo_id = any(${gone})))
      order by id for update
    ), taken as (
      delete from photos.album_photos
      where photo_id = any(${gone}) and album_id = any(array(select id from concerned)) returning album_id
    ), deleted as (
      delete from photos.photos where id = any(${gone}) returning id, taken_month, generation
    )
    select id, taken_month, generation, null::uuid as album_id from deleted
    union all
    select distinct album_id, 0, 0, album_id from taken`.execute(change)
  const photos = rows.filter((row) => row.album_id === null)
  return { photos, albumIds: rows.flatMap((row) => row.album_id ?? []) }
}
