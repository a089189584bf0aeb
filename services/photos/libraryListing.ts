import { type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { invalidCursor } from '../platform/problems.ts'
import type { PhotoRow } from './pages.ts'
import type { PhotosTables } from './tables.ts'

/** A timestamp as PostgreSQL prints it, to keep its microseconds. */
const databaseTime = z.string().regex(/^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?([+-]\d\d(:\d\d){0,2})?$/)
/** The last photo of the previous page: its stored month, when it was added, its id. */
const photoPlace = z.tuple([z.number().int(), databaseTime, z.uuid()])
const albumPlace = z.tuple([databaseTime, z.uuid()])

/** An album, as listed for services that read a whole library. */
export interface ListedAlbum {
  readonly albumId: string
  readonly name: string
  readonly created: string
}

/**
 * One page of a whole library by month, newest first, photos without a date last.
 * @param before excludes photos added later, so that a slow listing shows one point in time
 */
export async function listLibrary(
  database: Kysely<PhotosTables>,
  ownerId: string,
  page: { readonly limit: number; readonly cursor: string | undefined; readonly before: string | undefined },
): Promise<{ readonly photos: readonly PhotoRow[]; readonly cursor: string | null }> {
  const place = decodePlace(photoPlace, page.cursor)
  const { rows } = await sql<PhotoRow>`
    select photos.*, created_at::text as created_text from photos.photos
    where owner_id = ${ownerId} and created_at <= ${momentOf(page.before)} and ${isAfterPhoto(place)}
    order by taken_month desc, created_at desc, id desc limit ${page.limit + 1}`.execute(database)
  const photos = rows.slice(0, page.limit)
  const last = photos.at(-1)
  const hasMore = rows.length > page.limit && last
  return { photos, cursor: hasMore ? encodePlace([last.taken_month, last.created_text, last.id]) : null }
}

/** One page of an account's own albums, oldest first. */
export async function listAlbums(
  database: Kysely<PhotosTables>,
  ownerId: string,
  page: { readonly limit: number; readonly cursor: string | undefined },
): Promise<{ readonly albums: readonly ListedAlbum[]; readonly cursor: string | null }> {
  const place = decodePlace(albumPlace, page.cursor)
  const { rows } = await sql<{ id: string; name: string; created_at: Date; created_text: string }>`
    select id, name, created_at, created_at::text as created_text from photos.albums
    where owner_id = ${ownerId} and ${isAfter('created_at', 'id', place)}
    order by created_at, id limit ${page.limit + 1}`.execute(database)
  const albums = rows.slice(0, page.limit)
  const last = albums.at(-1)
  return {
    albums: albums.map((album) => ({ albumId: album.id, name: album.name, created: album.created_at.toISOString() })),
    cursor: rows.length > page.limit && last ? encodePlace([last.created_text, last.id]) : null,
  }
}

/** Of the photos in an album that belong to the album's owner: one page, in the order in which they were added. */
export async function listAlbumPhotos(
  database: Kysely<PhotosTables>,
  album: { readonly ownerId: string; readonly albumId: string },
  page: { readonly limit: number; readonly cursor: string | undefined },
): Promise<{ readonly photoIds: readonly string[]; readonly cursor: string | null }> {
  const place = decodePlace(albumPlace, page.cursor)
  const { rows } = await sql<{ photo_id: string; added_text: string }>`
    select photo_id, added_at::text as added_text from photos.album_photos
    where album_id = ${album.albumId} and owner_id = ${album.ownerId} and ${isAfter('added_at', 'photo_id', place)}
    order by added_at, photo_id limit ${page.limit + 1}`.execute(database)
  const photos = rows.slice(0, page.limit)
  const last = photos.at(-1)
  return {
    photoIds: photos.map((photo) => photo.photo_id),
    cursor: rows.length > page.limit && last ? encodePlace([last.added_text, last.photo_id]) : null,
  }
}

function momentOf(before: string | undefined): RawBuilder<Date> {
  return before === undefined ? sql`'infinity'::timestamptz` : sql`cast(${before} as timestamptz)`
}

function isAfterPhoto(place: z.infer<typeof photoPlace> | null): RawBuilder<boolean> {
  if (!place) return sql<boolean>`true`
  const [month, created, id] = place
  return sql<boolean>`(taken_month, created_at, id)
    < (cast(${month} as integer), cast(${created} as timestamptz), cast(${id} as uuid))`
}

function isAfter(time: string, id: string, place: z.infer<typeof albumPlace> | null): RawBuilder<boolean> {
  if (!place) return sql<boolean>`true`
  return sql<boolean>`(${sql.ref(time)}, ${sql.ref(id)})
    > (cast(${place[0]} as timestamptz), cast(${place[1]} as uuid))`
}

/**
 * Encodes a cursor. Unlike customers' cursors it has no checksum, because only services use it, and they pass it back
 * unchanged.
 */
function encodePlace(place: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

function decodePlace<Place>(schema: z.ZodType<Place>, cursor: string | undefined): Place | null {
  if (cursor === undefined) return null
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalidCursor()
  }
}
