import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type PhotoRow, selectPhotos } from './pages.ts'
import type { SortKey, SortOrder } from './cursor.ts'
import type { PhotosTables } from './tables.ts'

/** A library's photos in one sort order. */
export interface LibraryOrder {
  readonly ownerId: string
  readonly sort: SortKey
  readonly dir: SortOrder
}

/** The photos before and after a photo in its library; null where the library ends. */
export interface Neighbours {
  readonly previous: PhotoRow | null
  readonly next: PhotoRow | null
}

/**
 * Sorted by capture time, a library has two parts: the dated photos and, after them in either order, the photos without
 * a date. Sorted by upload, it has one part, `all`.
 */
type Part = 'dated' | 'undated' | 'all'

/** Finds the photos before and after a photo; null if the photo is not in this library. Costs two index reads. */
export async function findNeighbours(
  database: Kysely<PhotosTables>,
  library: LibraryOrder,
  photoId: string,
): Promise<Neighbours | null> {
  const photo = await selectPhotos(database)
    .where('owner_id', '=', library.ownerId)
    .where('id', '=', photoId)
    .executeTakeFirst()
  if (!photo) return null
  const previous = await findNeighbour(database, library, photo, 'previous')
  const next = await findNeighbour(database, library, photo, 'next')
  return { previous, next }
}

/**
 * Finds the photo on one side: first in the photo's own part, then in the adjacent part. For the previous photo, each
 * part is read in the opposite order.
 */
async function findNeighbour(
  database: Kysely<PhotosTables>,
  library: LibraryOrder,
  photo: PhotoRow,
  side: 'previous' | 'next',
): Promise<PhotoRow | null> {
  const opposite = library.dir === 'asc' ? 'desc' : 'asc'
  const reading: LibraryOrder = side === 'next' ? library : { ...library, dir: opposite }
  const own: Part = library.sort === 'created' ? 'all' : photo.taken_at === null ? 'undated' : 'dated'
  const found = await readOne(database, reading, own, photo)
  const beyond =
    side === 'next' && own === 'dated' ? 'undated' : side === 'previous' && own === 'undated' ? 'dated' : null
  return found || beyond === null ? found : readOne(database, reading, beyond, null)
}

/** Reads the photo that follows another photo in a part, or the first photo of the part. */
async function readOne(
  database: Kysely<PhotosTables>,
  { ownerId, dir }: LibraryOrder,
  part: Part,
  after: PhotoRow | null,
): Promise<PhotoRow | null> {
  let query = selectPhotos(database).where('owner_id', '=', ownerId)
  if (part === 'dated') query = query.where('taken_at', 'is not', null).orderBy('taken_at', dir)
  else query = query.orderBy('created_at', dir)
  // The photos without a date have the month 0. The index by month has them in the order of upload.
  if (part === 'undated') query = query.where('taken_month', '=', 0)
  if (after) query = query.where(isAfter(part, dir, after))
  return (await query.orderBy('id', dir).limit(1).executeTakeFirst()) ?? null
}

/** A row comparison, which uses an index. */
function isAfter(part: Part, dir: SortOrder, photo: PhotoRow): RawBuilder<boolean> {
  const operator = sql.raw(dir === 'asc' ? '>' : '<')
  const { taken_at: taken, created_text: created, id } = photo
  return part === 'dated'
    ? sql<boolean>`(taken_at, id) ${operator} (cast(${taken} as timestamp), cast(${id} as uuid))`
    : sql<boolean>`(created_at, id) ${operator} (cast(${created} as timestamptz), cast(${id} as uuid))`
}
