import { type Kysely, type Transaction, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { inTransaction } from '../transactions.ts'
import { lockOwnAlbum } from './access.ts'
import { albumChangedEvents, albumEvent } from './albumReaders.ts'
import type { Account, Platform } from '../../platform/platform.ts'
import type { PhotosTables } from '../tables.ts'

/** The album to change, and the account that changes it. */
export interface Target {
  readonly albumId: string
  readonly ownerId: string
}

/** Creates an empty album; returns its id. */
export async function createAlbum(
  platform: Platform,
  database: Kysely<PhotosTables>,
  owner: Pick<Account, 'id' | 'email'>,
  name: string,
): Promise<string> {
  const id = uuidv7()
  await inTransaction(database, async (change) => {
    await change.insertInto('albums').values({ id, owner_id: owner.id, owner_email: owner.email, name }).execute()
    await platform.events.append(change, await albumChangedEvents(change, [id]))
  })
  return id
}

export async function renameAlbum(
  platform: Platform,
  database: Kysely<PhotosTables>,
  { albumId, ownerId }: Target,
  name: string,
): Promise<void> {
  await inTransaction(database, async (change) => {
    await lockOwnAlbum(change, albumId, ownerId)
    await change
      .updateTable('albums')
      .set({ name, updated_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', albumId)
      .execute()
    await platform.events.append(change, await albumChangedEvents(change, [albumId]))
  })
}

/** Deletes an album that is not shared. Its photos stay in the library. */
export async function deleteAlbum(
  platform: Platform,
  database: Kysely<PhotosTables>,
  { albumId, ownerId }: Target,
): Promise<void> {
  await inTransaction(database, async (change) => {
    await lockOwnAlbum(change, albumId, ownerId)
    await change.deleteFrom('albums').where('id', '=', albumId).execute()
    const owner = { album_id: albumId, account_id: ownerId, is_owner: true, is_shared: false }
    await platform.events.append(change, [albumEvent('album.removed', owner)])
  })
}

/**
 * Adds photos to an album in the given order, if they belong to its owner. Returns the ids of these photos, including
 * those that were already in the album.
 */
export async function addToAlbum(
  platform: Platform,
  database: Kysely<PhotosTables>,
  { albumId, ownerId }: Target,
  photoIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return inTransaction(database, async (change) => {
    const locked = await lockPhotos(change, ownerId, photoIds)
    await lockOwnAlbum(change, albumId, ownerId)
    const added = await insertLocked(change, albumId, photoIds, locked)
    if (added > 0) await platform.events.append(change, await albumChangedEvents(change, [albumId]))
    return locked
  })
}

/** Removes photos from an album; returns the ids of those that were in it. */
export async function removeFromAlbum(
  platform: Platform,
  database: Kysely<PhotosTables>,
  { albumId, ownerId }: Target,
  photoIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return inTransaction(database, async (change) => {
    await lockOwnAlbum(change, albumId, ownerId)
    const { rows } = await sql<{ photo_id: string }>`
      delete from photos.album_photos
      where album_id = ${albumId} and photo_id = any(${[...photoIds]}::uuid[]) returning photo_id`.execute(change)
    if (rows.length > 0) await platform.events.append(change, await albumChangedEvents(change, [albumId]))
    return new Set(rows.map((row) => row.photo_id))
  })
}

/** Locks the photos that belong to the owner, so that they cannot be deleted meanwhile; returns their ids. */
export async function lockPhotos(
  change: Transaction<PhotosTables>,
  ownerId: string,
  photoIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from photos.photos where id = any(${[...photoIds]}::uuid[]) and owner_id = ${ownerId}
    order by id for key share`.execute(change)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Adds locked photos, each a microsecond later than the previous one, to keep the order of the selection. Returns how
 * many are new.
 */
export async function insertLocked(
  change: Transaction<PhotosTables>,
  albumId: string,
  photoIds: readonly string[],
  locked: ReadonlySet<string>,
): Promise<number> {
  const chosen = [...new Set(photoIds)].filter((id) => locked.has(id))
  if (chosen.length === 0) return 0
  const { rows } = await sql`
    insert into photos.album_photos (album_id, photo_id, owner_id, added_at, taken_at)
    select ${albumId}, photos.id, photos.owner_id,
      (select clock_timestamp()) + place * interval '1 microsecond', photos.taken_at
    from unnest(${chosen}::uuid[]) with ordinality as chosen (id, place) join photos.photos on photos.id = chosen.id
    on conflict do nothing returning photo_id`.execute(change)
  return rows.length
}
