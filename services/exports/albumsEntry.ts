import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import type { ZipEntry } from '../platform/zip/writeZip.ts'
import type { Parts } from './parts.ts'

interface Exported {
  readonly id: string
  readonly created_at: Date
}

interface Page {
  readonly number: number
  readonly part: number
}

/**
 * The list of albums, as a file beside the folders: each album's name, creation date, and the paths of its photos in
 * the order of the album. The file is generated twice: first to compute its size and checksum, then to write it. So it
 * is never in memory as a whole. Null if there are no albums.
 */
export async function albumsEntry(parts: Parts, backup: Exported): Promise<ZipEntry | null> {
  const pages = await listPages(parts, backup)
  if (pages.length === 0) return null
  let size = 0
  let sum = 0
  for await (const bytes of write(parts, backup, pages)) {
    size += bytes.length
    sum = crc32(bytes, sum)
  }
  return {
    name: 'albums.json',
    size,
    crc32: sum,
    modified: backup.created_at,
    open: async () => write(parts, backup, pages),
  }
}

/** Generates the file page by page, because an album may have a million photos. */
async function* write(parts: Parts, backup: Exported, pages: readonly Page[]): AsyncGenerator<Buffer> {
  yield Buffer.from('{\n  "albums": [')
  let isFirstPhoto = true
  for (const [index, page] of pages.entries()) {
    const { name, created_at: created, photos } = await readPage(parts, backup, page)
    if (page.part === 1) {
      const beginning = JSON.stringify({ name, created: created.toISOString(), photos: [] }).slice(0, -']}'.length)
      yield Buffer.from(`${index === 0 ? '' : ']},'}\n    ${beginning}`)
      isFirstPhoto = true
    }
    if (photos.length === 0) continue
    yield Buffer.from(`${isFirstPhoto ? '' : ','}${photos.map((path) => JSON.stringify(path)).join(',')}`)
    isFirstPhoto = false
  }
  yield Buffer.from(']}\n  ]\n}\n')
}

async function listPages({ database }: Parts, { id }: Exported): Promise<Page[]> {
  return database
    .selectFrom('backup_albums')
    .select(['number', 'part'])
    .where('backup_id', '=', id)
    .orderBy('number')
    .orderBy('part')
    .execute()
}

/** Reads a page of an album: the album, and the paths of the page's photos, without photos that are not in the plan. */
async function readPage({ database }: Parts, { id }: Exported, { number, part }: Page) {
  const { rows } = await sql<{ name: string; created_at: Date; photos: string[] }>`
    select albums.name, albums.created_at, array(
      select photos.path from unnest(albums.photo_ids) with ordinality as chosen (id, place)
      join exports.backup_photos as photos on photos.backup_id = albums.backup_id and photos.photo_id = chosen.id
      order by chosen.place
    ) as photos
    from exports.backup_albums as albums
    where backup_id = ${id} and number = ${number} and part = ${part}`.execute(database)
  const [page] = rows
  if (!page) throw new Error(`There is no page ${part} of the album ${number} of the export ${id}.`)
  return page
}
