import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Position, type SortKey, type SortOrder, decodeCursor, encodeCursor } from '../cursor.ts'
import type { PhotosTables } from '../tables.ts'
import type { OwnedPhotoRow } from './albumRows.ts'
import type { AlbumForm } from './access.ts'

/** The photos of an album in one order, as an account sees them in one form of the album. */
export interface AlbumPhotosKey {
  readonly albumId: string
  readonly accountId: string
  readonly form: AlbumForm
  readonly sort: SortKey
  readonly dir: SortOrder
}

type AlbumPhotoRow = OwnedPhotoRow & { readonly added_text: string }

/** Reads one page of an album's photos. The cost does not depend on the position in the album or on its size. */
export async function readAlbumPhotos(
  database: Kysely<PhotosTables>,
  list: AlbumPhotosKey,
  limit: number,
  cursor: string | undefined,
): Promise<{ readonly photos: readonly OwnedPhotoRow[]; readonly cursor: string | null }> {
  const { albumId, accountId, form, sort, dir } = list
  const identity = [form, albumId, accountId, sort, dir]
  const after = cursor === undefined ? null : decodeCursor(identity, cursor)
  const rows = await readPhases(database, list, phasesOf(sort), after, limit + 1)
  const photos = rows.slice(0, limit)
  const last = photos.at(-1)
  return { photos, cursor: last && rows.length > limit ? encodeCursor(identity, positionOf(sort, last)) : null }
}

/** The photos before and after a photo in the album; null if the photo is not in the album. */
export async function findAlbumNeighbours(
  database: Kysely<PhotosTables>,
  list: AlbumPhotosKey,
  photoId: string,
): Promise<{ readonly previous: OwnedPhotoRow | null; readonly next: OwnedPhotoRow | null } | null> {
  const { rows } = await sql<Pick<AlbumPhotoRow, 'id' | 'taken_at' | 'added_text'>>`
    select photo_id as id, taken_at, added_at::text as added_text from photos.album_photos
    where album_id = ${list.albumId} and photo_id = ${photoId}`.execute(database)
  const photo = rows[0]
  if (!photo) return null
  const place = positionOf(list.sort, photo)
  const phases = phasesOf(list.sort)
  const back: AlbumPhotosKey = { ...list, dir: list.dir === 'asc' ? 'desc' : 'asc' }
  const [previous] = await readPhases(database, back, phases.toReversed(), place, 1)
  const [next] = await readPhases(database, list, phases, place, 1)
  return { previous: previous ?? null, next: next ?? null }
}

/** The phases in which a list is read: sorted by capture time, photos without a date come last in either order. */
function phasesOf(sort: SortKey): readonly Position['phase'][] {
  return sort === 'created' ? ['created'] : ['dated', 'created']
}

function positionOf(sort: SortKey, photo: Pick<AlbumPhotoRow, 'id' | 'taken_at' | 'added_text'>): Position {
  return sort === 'dateTaken' && photo.taken_at !== null
    ? { phase: 'dated', key: photo.taken_at, id: photo.id }
    : { phase: 'created', key: photo.added_text, id: photo.id }
}

async function readPhases(
  database: Kysely<PhotosTables>,
  list: AlbumPhotosKey,
  phases: readonly Position['phase'][],
  after: Position | null,
  limit: number,
): Promise<AlbumPhotoRow[]> {
  const rows: AlbumPhotoRow[] = []
  for (const phase of after ? phases.slice(phases.indexOf(after.phase)) : phases) {
    if (rows.length >= limit) break
    rows.push(...(await readPhase(database, list, phase, after?.phase === phase ? after : null, limit - rows.length)))
  }
  return rows
}

/**
 * The photos of one phase after a position, or from the beginning. `offset 0` stops the planner from reading all
 * photos.
 */
async function readPhase(
  database: Kysely<PhotosTables>,
  { albumId, sort, dir }: AlbumPhotosKey,
  phase: Position['phase'],
  after: Position | null,
  limit: number,
): Promise<AlbumPhotoRow[]> {
  const key = sql.ref(phase === 'dated' ? 'taken_at' : 'added_at')
  const direction = sql.raw(dir)
  const { rows } = await sql<AlbumPhotoRow>`
    select photos.*, photos.created_at::text as created_text, page.added_at::text as added_text,
      coalesce(author.email, albums.owner_email) as photo_owner_email,
      albums.shares_locations and page.owner_id = albums.owner_id as shares_location
    from (
      select * from photos.album_photos where album_id = ${albumId} and ${isOf(sort, phase)} and ${isAfter(phase, dir, after)}
      order by ${key} ${direction}, photo_id ${direction} limit ${limit}
    ) as page
    cross join lateral (select * from photos.photos where id = page.photo_id offset 0) as photos
    join photos.albums on albums.id = page.album_id
    left join photos.album_participants as author
      on author.album_id = page.album_id and author.account_id = page.owner_id
    order by page.${key} ${direction}, page.photo_id ${direction}`.execute(database)
  return rows
}

function isOf(sort: SortKey, phase: Position['phase']): RawBuilder<boolean> {
  if (phase === 'dated') return sql<boolean>`taken_at is not null`
  return sort === 'dateTaken' ? sql<boolean>`taken_at is null` : sql<boolean>`true`
}

/** A row comparison, which uses an index. */
function isAfter(phase: Position['phase'], dir: SortOrder, after: Position | null): RawBuilder<boolean> {
  if (!after) return sql<boolean>`true`
  const operator = sql.raw(dir === 'asc' ? '>' : '<')
  return phase === 'dated'
    ? sql<boolean>`(taken_at, photo_id) ${operator} (cast(${after.key} as timestamp), cast(${after.id} as uuid))`
    : sql<boolean>`(added_at, photo_id) ${operator} (cast(${after.key} as timestamptz), cast(${after.id} as uuid))`
}
