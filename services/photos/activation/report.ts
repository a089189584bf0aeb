import { type Kysely, sql } from 'kysely'
import { invalidCursor } from '../../platform/problems.ts'
import { albumName } from './albums.ts'
import { noAlbum } from './listing/listing.ts'
import type { PhotosTables } from '../tables.ts'

interface Page {
  readonly cursor?: string | undefined
  readonly limit: number
}

/** The result for one album of the older library. */
export interface ImportedAlbum {
  /** Null for the files that are in no album. */
  readonly name: string | null
  readonly foundCount: number
  readonly importedCount: number
  readonly existingCount: number
  readonly failedCount: number
  readonly albumId: string | null
}

/** A file that could not be imported. */
export interface ImportFailure {
  readonly fileName: string
  readonly albumName: string | null
  readonly reason: string
}

/** The albums of an import in the older library's order, with their counts. Empty while the library is being listed. */
export async function readImportedAlbums(
  database: Kysely<PhotosTables>,
  ownerId: string,
  page: Page,
): Promise<{ albums: ImportedAlbum[]; cursor: string | null }> {
  const { rows } = await sql<Omit<ImportedAlbum, 'name'> & { name: string | null; position: number }>`
    select position, import_albums.name, found_count as "foundCount", imported_count as "importedCount",
      existing_count as "existingCount", failed_count as "failedCount", albums.id as "albumId"
    from photos.import_albums left join photos.albums on albums.id = album_id
    where import_albums.owner_id = ${ownerId} and position > ${placeOf('albums', page)}
      and exists (select from photos.imports where owner_id = ${ownerId} and phase <> 'listing')
    order by position limit ${page.limit + 1}`.execute(database)
  const { items, cursor } = cut('albums', page, rows, ({ position }) => position)
  return {
    albums: items.map(({ position, ...album }) => ({
      ...album,
      name: position === noAlbum ? null : albumName({ name: album.name ?? '', position }),
    })),
    cursor,
  }
}

/** The files that could not be imported, in the order in which they were found, each with its first album. */
export async function readFailures(
  database: Kysely<PhotosTables>,
  ownerId: string,
  page: Page,
): Promise<{ failures: ImportFailure[]; cursor: string | null }> {
  const { rows } = await sql<{
    number: number
    fileName: string
    reason: string
    name: string
    position: number | null
  }>`
    select number, file_name as "fileName", reason, first.name, first.position
    from photos.import_files left join lateral (
      select import_albums.name, position from photos.import_album_files
      join photos.import_albums on import_albums.owner_id = import_album_files.owner_id and position = album
      where file = import_files.id and album < ${noAlbum} order by album limit 1
    ) as first on true
    where import_files.owner_id = ${ownerId} and state = 'failed' and number > ${placeOf('failures', page)}
    order by number limit ${page.limit + 1}`.execute(database)
  const { items, cursor } = cut('failures', page, rows, ({ number }) => number)
  return {
    failures: items.map(({ fileName, reason, name, position }) => ({
      fileName,
      albumName: position === null ? null : albumName({ name, position }),
      reason,
    })),
    cursor,
  }
}

type List = 'albums' | 'failures'

/** The last entry of the previous page; -1 without a cursor. */
function placeOf(list: List, { cursor }: Page): number {
  if (cursor === undefined) return -1
  const [name, place, ...rest] = Buffer.from(cursor, 'base64url').toString().split(':')
  if (name === list && place !== undefined && /^\d{1,9}$/.test(place) && rest.length === 0) return Number(place)
  throw invalidCursor()
}

function cut<Row>(
  list: List,
  { limit }: Page,
  rows: readonly Row[],
  place: (row: Row) => number,
): { items: Row[]; cursor: string | null } {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return { items, cursor: hasMore ? Buffer.from(`${list}:${place(last)}`).toString('base64url') : null }
}
