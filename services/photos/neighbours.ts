import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type PhotoRow, selectPhotos } from './pages.ts'
import type { SortKey, SortOrder } from './cursor.ts'
import type { PhotosTables } from './tables.ts'

/** A library's timeline in one sort order. */
export interface TimelineKey {
  readonly ownerId: string
  readonly sort: SortKey
  readonly dir: SortOrder
}

/** The photos before and after one in the timeline; null at its ends. */
export interface Neighbours {
  readonly previous: PhotoRow | null
  readonly next: PhotoRow | null
}

/** The timeline has two parts: the dated photos and, after them in either order, the photos without a date. */
type Part = 'dated' | 'undated'

/** The photos before and after one in the timeline; null if that photo is not the owner's. Costs two index reads. */
export async function findNeighbours(
  database: Kysely<PhotosTables>,
  timeline: TimelineKey,
  photoId: string,
): Promise<Neighbours | null> {
  const photo = await selectPhotos(database)
    .where('owner_id', '=', timeline.ownerId)
    .where('id', '=', photoId)
    .executeTakeFirst()
  if (!photo) return null
  const previous = await findNeighbour(database, timeline, photo, 'previous')
  const next = await findNeighbour(database, timeline, photo, 'next')
  return { previous, next }
}

/**
 * To go back, read in the opposite order. The two parts always come in the same order, so they must be swapped as well.
 */
async function findNeighbour(
  database: Kysely<PhotosTables>,
  timeline: TimelineKey,
  photo: PhotoRow,
  side: 'previous' | 'next',
): Promise<PhotoRow | null> {
  const opposite = timeline.dir === 'asc' ? 'desc' : 'asc'
  const reading: TimelineKey = side === 'next' ? timeline : { ...timeline, dir: opposite }
  const own: Part = photo.taken_at === null ? 'undated' : 'dated'
  const found = await readOne(database, reading, own, photo)
  if (found || (own === 'dated') === (side === 'previous')) return found
  return readOne(database, reading, own === 'dated' ? 'undated' : 'dated', null)
}

/** The next photo of a part after another one, or the part's first. */
async function readOne(
  database: Kysely<PhotosTables>,
  { ownerId, sort, dir }: TimelineKey,
  part: Part,
  after: PhotoRow | null,
): Promise<PhotoRow | null> {
  const isByTaken = part === 'dated' && sort === 'dateTaken'
  let query = selectPhotos(database).where('owner_id', '=', ownerId)
  if (isByTaken) query = query.where('taken_at', 'is not', null).orderBy('taken_at', dir)
  else {
    query = query.where('taken_month', part === 'dated' ? '>' : '=', 0)
    query = query.orderBy('taken_month', dir).orderBy('created_at', dir)
  }
  if (after) query = query.where(isAfter(isByTaken, dir, after))
  return (await query.orderBy('id', dir).limit(1).executeTakeFirst()) ?? null
}

/** A row comparison, which uses an index. */
function isAfter(isByTaken: boolean, dir: SortOrder, photo: PhotoRow): RawBuilder<boolean> {
  const operator = sql.raw(dir === 'asc' ? '>' : '<')
  const { taken_at: taken, taken_month: month, created_text: created, id } = photo
  return isByTaken
    ? sql<boolean>`(taken_at, id) ${operator} (cast(${taken} as timestamp), cast(${id} as uuid))`
    : sql<boolean>`(taken_month, created_at, id) ${operator}
        (cast(${month} as integer), cast(${created} as timestamptz), cast(${id} as uuid))`
}
