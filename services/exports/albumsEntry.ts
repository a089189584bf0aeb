import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import type { ZipEntry } from '../platform/zip/writeZip.ts'
import type { Parts } from './parts.ts'

interface Exported {
  readonly id: string
  readonly created_at: Date
}

/**
 * The list of albums, as a file beside the folders: of each its name, when it was made, and where its photos are, in the
 * order of the album. It is written twice, first for its size, so that it is never in memory as a whole. Null: no albums.
 */
export async function albumsEntry(parts: Parts, backup: Exported): Promise<ZipEntry | null> {
  const numbers = await readNumbers(parts, backup)
  if (numbers.length === 0) return null
  let size = 0
  let sum = 0
  for await (const bytes of write(parts, backup, numbers)) {
    size += bytes.length
    sum = crc32(bytes, sum)
  }
  return {
    name: 'albums.json',
    size,
    crc32: sum,
    modified: backup.created_at,
    open: async () => write(parts, backup, numbers),
  }
}

async function* write(parts: Parts, backup: Exported, numbers: readonly number[]): AsyncGenerator<Buffer> {
  yield Buffer.from('{\n  "albums": [')
  for (const [index, number] of numbers.entries()) {
    const album = await readAlbum(parts, backup, number)
    yield Buffer.from(`${index === 0 ? '' : ','}\n    ${JSON.stringify(album)}`)
  }
  yield Buffer.from('\n  ]\n}\n')
}

async function readNumbers({ database }: Parts, { id }: Exported): Promise<number[]> {
  const rows = await database
    .selectFrom('backup_albums')
    .select('number')
    .where('backup_id', '=', id)
    .orderBy('number')
    .execute()
  return rows.map(({ number }) => number)
}

/** With those of its photos that are planned. */
async function readAlbum({ database }: Parts, { id }: Exported, number: number) {
  const { rows } = await sql<{ name: string; created_at: Date; photos: string[] }>`
    select albums.name, albums.created_at, array(
      select photos.path from unnest(albums.photo_ids) with ordinality as chosen (id, place)
      join exports.backup_photos as photos on photos.backup_id = albums.backup_id and photos.photo_id = chosen.id
      order by chosen.place
    ) as photos
    from exports.backup_albums as albums where backup_id = ${id} and number = ${number}`.execute(database)
  const [album] = rows
  if (!album) throw new Error(`There is no album ${number} of the export ${id}.`)
  return { name: album.name, created: album.created_at.toISOString(), photos: album.photos }
}
