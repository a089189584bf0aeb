import { type Kysely, sql } from 'kysely'
import { findPhotos } from '../store.ts'
import type { PhotosTables } from '../tables.ts'
import type { PhotoRow } from '../pages.ts'
import type { OwnedPhotoRow } from './albumRows.ts'

/** A photo of another account, and the album that shares it. */
export type SharedPhotoRow = OwnedPhotoRow & { readonly album_id: string; readonly links_generation: number }

/**
 * Selects the photos that an account can read: its own photos, and the photos in shared albums that it owns or takes
 * part in.
 */
export async function findReadablePhotos(
  database: Kysely<PhotosTables>,
  accountId: string,
  ids: readonly string[],
): Promise<{ readonly own: readonly PhotoRow[]; readonly others: readonly SharedPhotoRow[] }> {
  const own = await findPhotos(database, accountId, ids)
  const found = new Set(own.map(({ id }) => id))
  const rest = ids.filter((id) => !found.has(id))
  // Most callers ask for their own photos only.
  if (rest.length === 0) return { own, others: [] }
  const { rows: others } = await sql<SharedPhotoRow>`
    select distinct on (photos.id) photos.*, photos.created_at::text as created_text,
      coalesce(author.email, albums.owner_email) as photo_owner_email, albums.id as album_id, albums.links_generation,
      bool_or(albums.shares_locations and photos.owner_id = albums.owner_id) over (partition by photos.id) as shares_location
    from photos.album_photos
    join photos.albums on albums.id = album_photos.album_id
    join photos.photos on photos.id = album_photos.photo_id
    left join photos.album_participants as author
      on author.album_id = albums.id and author.account_id = album_photos.owner_id
    where album_photos.photo_id = any(${rest}::uuid[]) and (albums.owner_id = ${accountId} or exists (
      select from photos.album_participants as taking
      where taking.album_id = albums.id and taking.account_id = ${accountId}
    ))
    order by photos.id, albums.id`.execute(database)
  return { own, others }
}
