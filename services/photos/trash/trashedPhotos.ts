import { type Kysely, type RawBuilder, type Transaction, sql } from 'kysely'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import type { ChangedPhoto } from '../announcements.ts'
import type { PhotoRow } from '../pages.ts'
import type { PhotosTables } from '../tables.ts'

/** A photo in the trash. */
export type TrashedRow = PhotoRow & { readonly deleted_at: Date; readonly expires_at: Date }

/** One page of a trash, sorted by date of deletion, newest first. The cost does not depend on the position. */
export async function readTrash(
  database: Kysely<PhotosTables>,
  ownerId: string,
  limit: number,
  cursor: string | undefined,
): Promise<{ readonly photos: readonly TrashedRow[]; readonly cursor: string | null }> {
  const identity = ['trash', ownerId]
  const after = cursor === undefined ? null : decodeCursor(identity, cursor)
  const isAfter = after
    ? sql`(deleted_at, id) < (cast(${after.key} as timestamptz), cast(${after.id} as uuid))`
    : sql`true`
  const { rows } = await sql<TrashedRow & { deleted_text: string }>`
    select photo.*, photo.created_at::text as created_text, page.deleted_at, page.expires_at,
      page.deleted_at::text as deleted_text
    from (
      select * from photos.trashed_photos where owner_id = ${ownerId} and ${isKept} and ${isAfter}
      order by deleted_at desc, id desc limit ${limit + 1}
    ) as page cross join lateral jsonb_populate_record(null::photos.photos, page.photo) as photo
    order by page.deleted_at desc, page.id desc`.execute(database)
  const photos = rows.slice(0, limit)
  const last = photos.at(-1)
  if (!last || rows.length <= limit) return { photos, cursor: null }
  return { photos, cursor: encodeCursor(identity, { phase: 'created', key: last.deleted_text, id: last.id }) }
}

/** The photos with these ids that are in the trash of the account. */
export async function findTrashed(
  database: Kysely<PhotosTables>,
  ownerId: string,
  ids: readonly string[],
): Promise<readonly TrashedRow[]> {
  const { rows } = await sql<TrashedRow>`
    select photo.*, photo.created_at::text as created_text, trashed_photos.deleted_at, trashed_photos.expires_at
    from photos.trashed_photos
    cross join lateral jsonb_populate_record(null::photos.photos, trashed_photos.photo) as photo
    where trashed_photos.id = any(${[...ids]}::uuid[]) and trashed_photos.owner_id = ${ownerId}
      and ${isKept}`.execute(database)
  return rows
}

export async function countTrash(database: Kysely<PhotosTables>, ownerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from photos.trashed_photos
    where owner_id = ${ownerId} and ${isKept}`.execute(database)
  return rows[0]?.count ?? 0
}

/** False for photos of a trash that is being emptied: only the emptying itself still reads them. */
export const isKept: RawBuilder<boolean> = sql<boolean>`
  not exists (
    select from photos.trash_emptyings as emptying
    where emptying.owner_id = trashed_photos.owner_id and emptying.before >= trashed_photos.deleted_at
  )`

/** A photo that left the trash, and its owner. */
export type PurgedPhoto = ChangedPhoto & { readonly owner_id: string }

/**
 * Deletes photos in the trash for good; returns them.
 * @param chosen a query that locks the rows of these photos and selects their ids
 */
export async function purge(change: Transaction<PhotosTables>, chosen: RawBuilder<unknown>): Promise<PurgedPhoto[]> {
  const { rows } = await sql<PurgedPhoto>`
    with chosen as materialized (${chosen})
    delete from photos.trashed_photos where id = any(array(select id from chosen))
    returning id, owner_id, (photo->>'taken_month')::integer as taken_month,
      (photo->>'generation')::integer as generation`.execute(change)
  return rows
}

/** Adds renditions to a photo in the trash that storage could not decode until now. */
export async function showTrashed(
  change: Transaction<PhotosTables>,
  ownerId: string,
  { imageId, thumbhash, thumbnails }: { imageId: string; thumbhash: string; thumbnails: readonly unknown[] },
): Promise<void> {
  const picture = JSON.stringify({ thumbhash, thumbnails, picture_problem: null })
  await sql`
    update photos.trashed_photos set photo = photo || ${picture}::jsonb
    where id = ${imageId} and owner_id = ${ownerId}`.execute(change)
}
