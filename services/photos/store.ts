import { type Kysely, type Transaction, sql } from 'kysely'
import { albumChangedEvents } from './albums/albumReaders.ts'
import { type ChangedPhoto, changeOf, trashChanged, trashingOf } from './announcements.ts'
import { type PhotoRow, selectPhotos } from './pages.ts'
import { inTransaction } from './transactions.ts'
import type { Platform } from '../platform/platform.ts'
import type { PhotosTables } from './tables.ts'

export interface MonthCount {
  /** The month in its stored form (`months.ts`). */
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

/**
 * Deletes the photos with these ids that belong to the account; returns the ids of the deleted ones.
 * @param trashDays how long they stay in the trash; 0: they are deleted for good
 */
export async function deletePhotos(
  database: Kysely<PhotosTables>,
  platform: Platform,
  ownerId: string,
  ids: readonly string[],
  trashDays: number,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  return inTransaction(database, async (change) => {
    const { photos, trashed, albumIds } = await deleteInTransaction(change, ownerId, ids, {
      before: 'infinity',
      trashDays,
    })
    await platform.events.append(change, [
      ...photos.map((photo) => changeOf('photo.removed', ownerId, photo)),
      ...(trashed.length > 0 ? [trashingOf(ownerId, trashed)] : []),
      ...(await albumChangedEvents(change, albumIds)),
      ...(trashed.length > 0 ? [trashChanged(ownerId)] : []),
    ])
    return new Set([...photos, ...trashed].map((photo) => photo.id))
  })
}

/** The deleted photos, and the albums that held them. */
interface Deletion {
  /** Deleted for good. */
  readonly photos: readonly ChangedPhoto[]
  /** Moved to the trash. */
  readonly trashed: readonly ChangedPhoto[]
  readonly albumIds: readonly string[]
}

/** Which of the chosen photos to delete. Moments are as PostgreSQL prints them. */
interface DeletionLimits {
  /** Photos added later stay. */
  readonly before: string
  /** How many days the photos stay in the trash; 0: they are deleted for good. */
  readonly trashDays: number
  /** Photos added up to this moment are deleted for good. */
  readonly finalBefore?: string
}

/**
 * Deletes the photos with these ids that belong to the account, and removes them from every album. Runs in the caller's
 * transaction.
 */
export async function deleteInTransaction(
  change: Transaction<PhotosTables>,
  ownerId: string,
  ids: readonly string[],
  { before, trashDays, finalBefore = '-infinity' }: DeletionLimits,
): Promise<Deletion> {
  // Locked in the order of their ids, so that two simultaneous deletions cannot deadlock.
  const { rows } = await sql<ChangedPhoto & { is_trashed: boolean }>`
    with locked as materialized (
      select id from photos.photos
      where id = any(${[...ids]}::uuid[]) and owner_id = ${ownerId} and created_at <= cast(${before} as timestamptz)
      order by id for update
    ), deleted as (
      delete from photos.photos where id = any(array(select id from locked)) returning *
    ), trashed as (
      insert into photos.trashed_photos (id, owner_id, photo, deleted_at, expires_at)
      select id, owner_id, to_jsonb(deleted), moment, moment + make_interval(days => ${trashDays}::integer)
      from deleted cross join (select clock_timestamp() as moment) as clock
      where ${trashDays}::integer > 0 and created_at > cast(${finalBefore} as timestamptz)
      on conflict (id) do update set photo = excluded.photo, albums = default,
        deleted_at = excluded.deleted_at, expires_at = excluded.expires_at
      returning id
    )
    select deleted.id, taken_month, generation, trashed.id is not null as is_trashed
    from deleted left join trashed on trashed.id = deleted.id`.execute(change)
  const albumIds = await removeFromAlbums(
    change,
    rows.map(({ id }) => id),
  )
  return { photos: rows.filter((row) => !row.is_trashed), trashed: rows.filter((row) => row.is_trashed), albumIds }
}

/**
 * Removes deleted photos from every album and returns these albums. For photos in the trash, their places in the albums
 * are stored. Runs as separate statements, to see photos that were added to albums while the deletion waited for its
 * locks.
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
      where photo_id = any(${gone}::uuid[]) and album_id = any(array(select id from concerned))
      returning album_id, photo_id, added_at
    ), noted as (
      update photos.trashed_photos set albums = places.albums
      from (
        select photo_id, jsonb_agg(jsonb_build_object('album_id', album_id, 'added_at', added_at)) as albums
        from taken group by photo_id
      ) as places
      where trashed_photos.id = places.photo_id
    )
    select distinct album_id from taken`.execute(change)
  return rows.map((row) => row.album_id)
}
