import { type Kysely, type Transaction, sql } from 'kysely'
import { albumChanges } from './albums/albumReaders.ts'
import { type ChangedPhoto, changeOf } from './announcements.ts'
import { type PhotoRow, selectPhotos } from './pages.ts'
import { inTransaction } from './transactions.ts'
import type { Platform } from '../platform/platform.ts'
import type { PhotosTables } from './tables.ts'

export interface MonthCount {
  /** As stored (`months.ts`). */
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

/** The photos with these ids that exist and belong to the account. */
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

/** Deletes the photos with these ids that belong to the account; returns the ids of the deleted ones. */
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

/** The deleted photos, and the albums that held them. */
interface Deletion {
  readonly photos: readonly ChangedPhoto[]
  readonly albumIds: readonly string[]
}

/**
 * Deletes the photos with these ids that belong to the account and were added up to a moment, also from every album.
 * @param before as PostgreSQL prints it
 */
export async function deleteLocked(
  change: Transaction<PhotosTables>,
  ownerId: string,
  ids: readonly string[],
  before: string,
): Promise<Deletion> {
  // Locked in the order of their ids, so that two deletions at once cannot deadlock.
  const { rows: photos } = await sql<ChangedPhoto>`
    with locked as materialized (
      select id from photos.photos
      where id = any(${[...ids]}::uuid[]) and owner_id = ${ownerId} and created_at <= cast(${before} as timestamptz)
      order by id for update
    )
    delete from photos.photos where id = any(array(select id from locked))
    returning id, taken_month, generation`.execute(change)
  const albumIds = await removeFromAlbums(
    change,
    photos.map(({ id }) => id),
  )
  return { photos, albumIds }
}

/**
 * Removes deleted photos from every album; returns those albums. Runs as separate statements, to see photos that were
 * added to albums while the deletion waited for its locks.
 */
async function removeFromAlbums(change: Transaction<PhotosTables>, photoIds: readonly string[]): Promise<string[]> {
  if (photoIds.length === 0) return []
  const gone = [...photoIds]
  const { rows: found } = await sql<{ album_id: string }>`
    select distinct album_id from photos.album_photos where photo_id = any(${gone}::uuid[])`.execute(change)
  if (found.length === 0) return []
  const { rows } = await sql<{ album_id: string }>`
    with concerned as materialized (
      select id from photos.albums where id = any(${found.map((row) => row.album_id)}::uuid[]) order by id for update
    ), taken as (
      delete from photos.album_photos
      where photo_id = any(${gone}::uuid[]) and album_id = any(array(select id from concerned)) returning album_id
    )
    select distinct album_id from taken`.execute(change)
  return rows.map((row) => row.album_id)
}
