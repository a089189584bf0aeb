import { type Transaction, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { cleanAlbumName, longestAlbumName } from '../../../schema/rules/albumName.ts'
import { lockPhotos } from '../albums/albumChanges.ts'
import { albumChangedEvents } from '../albums/albumReaders.ts'
import { noAlbum } from './listing/listing.ts'
import { type Parts, type Task, changeImport } from './task.ts'
import type { PhotosTables } from '../tables.ts'
import type { ImportRow } from './importRow.ts'

const photosPerStatement = 500

interface AlbumToMake {
  readonly position: number
  readonly name: string
  readonly created_at: Date | null
  readonly album_id: string | null
  readonly made_at: string | null
  readonly reached: number | null
}

/**
 * Creates the older library's albums from the imported photos, in batches. A batch and its progress are one
 * transaction: an album is created once, and does not come back after its owner deletes it.
 * @param until when to stop, on the clock of `performance.now()`
 * @returns true if all albums are done
 */
export async function makeAlbums(parts: Parts, task: Task, until: number, signal: AbortSignal): Promise<boolean> {
  while (performance.now() < until && !signal.aborted) {
    const isDone = await changeImport(parts, task, (change, row) => makeBatch(parts, change, row))
    if (isDone) return true
  }
  return false
}

async function makeBatch(parts: Parts, change: Transaction<PhotosTables>, row: ImportRow): Promise<boolean> {
  const { rows } = await sql<AlbumToMake>`
    select position, name, created_at, album_id, made_at::text, reached from photos.import_albums
    where owner_id = ${row.owner_id} and (reached is null or reached > 0) and position < ${noAlbum}
    order by position limit 1`.execute(change)
  const [album] = rows
  if (!album) return true
  const photos = await photosBefore(change, row.owner_id, album, row.round)
  const locked = await lockPhotos(
    change,
    row.owner_id,
    photos.map(({ id }) => id),
  )
  const albumId = album.album_id ?? (await createAlbum(change, row, album))
  const isThere = await lockIfThere(change, albumId)
  if (isThere)
    await insertPhotos(
      change,
      albumId,
      album.position,
      row.owner_id,
      photos.filter(({ id }) => locked.has(id)),
    )
  const isLast = !isThere || photos.length < photosPerStatement
  await sql`
    update photos.import_albums set reached = ${isLast ? 0 : (photos.at(-1)?.place ?? 0)}
    where owner_id = ${row.owner_id} and position = ${album.position}`.execute(change)
  await sql`update photos.imports set progressed_at = clock_timestamp() where owner_id = ${row.owner_id}`.execute(
    change,
  )
  if (isThere) await parts.platform.events.append(change, await albumChangedEvents(change, [albumId]))
  return false
}

interface PlacedPhoto {
  readonly id: string
  /** Counts from 1, so that 0 means that the album is done. */
  readonly place: number
}

/**
 * Selects photos from the last place to the first, because an album shows the most recently added photo first. Photos
 * of earlier rounds are in the album already, or were removed by its owner.
 */
async function photosBefore(
  change: Transaction<PhotosTables>,
  ownerId: string,
  { position, reached }: AlbumToMake,
  round: number,
): Promise<readonly PlacedPhoto[]> {
  const { rows } = await sql<PlacedPhoto>`
    select import_files.image_id as id, listed.place + 1 as place
    from photos.import_album_files as listed join photos.import_files on import_files.id = listed.file
    where listed.owner_id = ${ownerId} and listed.album = ${position}
      and listed.place + 1 < ${reached ?? noAlbum} and import_files.state in ('imported', 'existing')
      and import_files.round = ${round}
    order by listed.place desc limit ${photosPerStatement}`.execute(change)
  return rows
}

async function createAlbum(
  change: Transaction<PhotosTables>,
  { owner_id: ownerId, owner_email: email }: ImportRow,
  album: AlbumToMake,
): Promise<string> {
  const id = uuidv7()
  await sql`
    with made as (
      insert into photos.albums (id, owner_id, owner_email, name, created_at)
      values (${id}, ${ownerId}, ${email}, ${albumName(album)}, coalesce(${album.created_at}, clock_timestamp()))
    )
    update photos.import_albums set album_id = ${id}, made_at = clock_timestamp()
    where owner_id = ${ownerId} and position = ${album.position}`.execute(change)
  return id
}

/** Replaces or removes characters that `schema/rules/albumName.ts` does not allow, but older systems allowed. */
export function albumName({ name, position }: Pick<AlbumToMake, 'name' | 'position'>): string {
  const allowed = cleanAlbumName(name.replaceAll(/[<>;]/g, ' ')).trim()
  // Do not cut a surrogate pair in half.
  const cut = allowed
    .slice(0, longestAlbumName)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
  return cut === '' ? `Album ${position + 1}` : cut
}

async function lockIfThere(change: Transaction<PhotosTables>, albumId: string): Promise<boolean> {
  const { rows } = await sql`select from photos.albums where id = ${albumId} for update`.execute(change)
  return rows.length > 0
}

/**
 * Inserts photos into an album. The time of adding is computed from the photo's place in the older library's album, so
 * that a photo imported in a later round still appears at that place.
 */
async function insertPhotos(
  change: Transaction<PhotosTables>,
  albumId: string,
  position: number,
  ownerId: string,
  photos: readonly PlacedPhoto[],
): Promise<void> {
  if (photos.length === 0) return
  await sql`
    insert into photos.album_photos (album_id, photo_id, owner_id, added_at, taken_at)
    select ${albumId}, photos.id, photos.owner_id,
      import_albums.made_at - placed.place * interval '1 microsecond', photos.taken_at
    from (
      select id, min(place) as place from unnest(
        ${photos.map(({ id }) => id)}::uuid[], ${photos.map(({ place }) => place)}::integer[]
      ) as placed (id, place) group by id
    ) as placed
    join photos.photos on photos.id = placed.id
    join photos.import_albums on import_albums.owner_id = ${ownerId} and import_albums.position = ${position}
    on conflict (album_id, photo_id) do update
      set added_at = greatest(album_photos.added_at, excluded.added_at)`.execute(change)
}
