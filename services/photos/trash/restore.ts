import { type Kysely, type Transaction, sql } from 'kysely'
import { albumChangedEvents } from '../albums/albumReaders.ts'
import { type ChangedPhoto, changeOf, trashChanged } from '../announcements.ts'
import { inTransaction } from '../transactions.ts'
import { isKept } from './trashedPhotos.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PhotosTables } from '../tables.ts'

/** The columns of `photos` that the database does not compute. */
export const storedColumns = [
  'id',
  'owner_id',
  'upload_id',
  'generation',
  'file_name',
  'content_type',
  'size',
  'crc32',
  'original_key',
  'thumbnails',
  'width',
  'height',
  'taken_at',
  'taken_offset',
  'latitude',
  'longitude',
  'details',
  'thumbhash',
  'picture_problem',
  'uploaded_at',
  'created_at',
] as const

/** Restores the photos with these ids that are in the trash of the account; returns their ids. */
export async function restorePhotos(
  database: Kysely<PhotosTables>,
  platform: Platform,
  ownerId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  return inTransaction(database, async (change) => {
    const { photos, albumIds } = await restoreInTransaction(change, ownerId, ids)
    if (photos.length === 0) return new Set()
    await platform.events.append(change, [
      ...photos.map((photo) => changeOf('photo.added', ownerId, photo)),
      ...(await albumChangedEvents(change, albumIds)),
      trashChanged(ownerId),
    ])
    return new Set(photos.map(({ id }) => id))
  })
}

type RestoredPhoto = ChangedPhoto & { readonly albums: readonly { album_id: string; added_at: string }[] }

/** The restored photos, and the albums to which they were added again. */
interface Restoration {
  readonly photos: readonly ChangedPhoto[]
  readonly albumIds: readonly string[]
}

/**
 * Moves photos from the trash back to the library and to their albums, with the same ids, dates and places. A photo
 * that a running deletion of the library has yet to reach counts as added now, so that it stays.
 */
export async function restoreInTransaction(
  change: Transaction<PhotosTables>,
  ownerId: string,
  ids: readonly string[],
): Promise<Restoration> {
  // Each batch of a library's deletion locks this row first, too, so restoring never runs during a batch.
  await sql`select from photos.library_deletions where owner_id = ${ownerId} for share`.execute(change)
  const columns = sql.join(storedColumns.map((name) => sql.ref(name)))
  const values = sql.join(storedColumns.map((name) => (name === 'created_at' ? createdAt : sql.ref(`stored.${name}`))))
  const { rows: photos } = await sql<RestoredPhoto>`
    with chosen as materialized (
      select id, photo, albums from photos.trashed_photos
      where id = any(${[...ids]}::uuid[]) and owner_id = ${ownerId} and ${isKept} order by id for update
    ), taken as (
      delete from photos.trashed_photos where id = any(array(select id from chosen))
    ), restored as (
      insert into photos.photos (${columns})
      select ${values} from chosen cross join lateral jsonb_populate_record(null::photos.photos, chosen.photo) as stored
      on conflict (id) do nothing
    )
    select id, albums, (photo->>'taken_month')::integer as taken_month, (photo->>'generation')::integer as generation
    from chosen`.execute(change)
  return { photos, albumIds: await restoreToAlbums(change, ownerId, photos) }
}

const createdAt = sql`
  case when exists (
    select from photos.library_deletions as deletion
    where deletion.owner_id = stored.owner_id and deletion.before >= stored.created_at
      and (stored.taken_month, stored.created_at, stored.id)
        > (deletion.reached_month, deletion.reached_created_at, deletion.reached_id)
  ) then clock_timestamp() else stored.created_at end`

/**
 * Puts photos back into the albums that held them. Skips deleted albums, and shared albums in which the photos' owner
 * is no longer a participant.
 */
async function restoreToAlbums(
  change: Transaction<PhotosTables>,
  ownerId: string,
  photos: readonly RestoredPhoto[],
): Promise<string[]> {
  const places = photos.flatMap(({ id, albums }) => albums.map((place) => ({ photo_id: id, ...place })))
  if (places.length === 0) return []
  const albumIds = places.map((place) => place.album_id)
  await sql`
    select from photos.albums where id = any(${albumIds}::uuid[]) order by id for update`.execute(change)
  const { rows } = await sql<{ album_id: string }>`
    insert into photos.album_photos (album_id, photo_id, owner_id, added_at, taken_at)
    select place.album_id, place.photo_id, ${ownerId}, place.added_at, photos.taken_at
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
      as place (album_id uuid, photo_id uuid, added_at timestamptz)
    join photos.albums on albums.id = place.album_id
    join photos.photos on photos.id = place.photo_id
    where albums.owner_id = ${ownerId} or exists (
      select from photos.album_participants as participant
      where participant.album_id = albums.id and participant.account_id = ${ownerId}
    )
    on conflict do nothing returning album_id`.execute(change)
  return [...new Set(rows.map((row) => row.album_id))]
}
