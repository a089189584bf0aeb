import { type Kysely, type RawBuilder, type SelectQueryBuilder, type Selectable, sql } from 'kysely'
import { type Position, type SortKey, type SortOrder, decodeCursor, encodeCursor } from './cursor.ts'
import { boundsOf } from './months.ts'
import type { PhotosTable, PhotosTables } from './tables.ts'

/** Identifies a list of a library. */
export interface ListKey {
  readonly ownerId: string
  /** A month in its stored form, 0 for the photos without a date; null for the whole library. */
  readonly month: number | null
  readonly sort: SortKey
  readonly dir: SortOrder
}

/** A photo, with its timestamp as text: a JavaScript date would lose the microseconds. */
export type PhotoRow = Selectable<PhotosTable> & { created_text: string }

export interface Page {
  readonly photos: readonly PhotoRow[]
  readonly cursor: string | null
}

type Photos = SelectQueryBuilder<PhotosTables, 'photos', PhotoRow>

/** One page of a list. The cost does not depend on the position in the list or on its length. */
export async function readPage(
  database: Kysely<PhotosTables>,
  list: ListKey,
  limit: number,
  cursor: string | undefined,
): Promise<Page> {
  const after = cursor === undefined ? null : decodeCursor(identityOf(list), cursor)
  const wanted = limit + 1
  const rows: PhotoRow[] = []
  for (const phase of phasesOf(list)) {
    if (after && phase === 'dated' && after.phase === 'created') continue
    if (rows.length >= wanted) break
    const position = after?.phase === phase ? after : null
    rows.push(...(await readPhase(database, list, phase, position, wanted - rows.length)))
  }
  const photos = rows.slice(0, limit)
  const last = photos.at(-1)
  return { photos, cursor: last && rows.length > limit ? encodeCursor(identityOf(list), positionOf(list, last)) : null }
}

function identityOf({ ownerId, month, sort, dir }: ListKey): readonly unknown[] {
  return ['library', ownerId, month, sort, dir]
}

/** Selects all columns of a photo, and its timestamp as text. */
export function selectPhotos(database: Kysely<PhotosTables>): Photos {
  return database
    .selectFrom('photos')
    .selectAll()
    .select(sql<string>`created_at::text`.as('created_text'))
}

/**
 * The phases in which a list is read. Sorted by capture time, a list has the photos with a date first, and then the
 * others in the order of adding.
 */
function phasesOf(list: ListKey): Position['phase'][] {
  if (list.sort === 'created' || list.month === 0) return ['created']
  return list.month === null ? ['dated', 'created'] : ['dated']
}

/** The position of a photo in a list. */
function positionOf(list: ListKey, photo: PhotoRow): Position {
  const isDated = list.sort === 'dateTaken' && photo.taken_at !== null
  return isDated
    ? { phase: 'dated', key: photo.taken_at ?? '', id: photo.id }
    : { phase: 'created', key: photo.created_text, id: photo.id }
}

/** The photos of one phase after a position, or from the beginning. */
async function readPhase(
  database: Kysely<PhotosTables>,
  list: ListKey,
  phase: Position['phase'],
  after: Position | null,
  limit: number,
): Promise<PhotoRow[]> {
  const column = phase === 'dated' ? 'taken_at' : 'created_at'
  let query = selectPhotos(database).where('owner_id', '=', list.ownerId)
  if (phase === 'dated') query = query.where('taken_at', 'is not', null)
  if (phase === 'dated' && list.month !== null) {
    const { from, to } = boundsOf(list.month)
    query = query.where('taken_at', '>=', from).where('taken_at', '<', to)
  }
  if (phase === 'created' && (list.month !== null || list.sort === 'dateTaken')) {
    query = query.where('taken_month', '=', list.month ?? 0)
  }
  if (after) query = query.where(isAfter(column, list.dir, after))
  return query.orderBy(column, list.dir).orderBy('id', list.dir).limit(limit).execute()
}

/** A row comparison, which uses an index; the equivalent with OR would not. */
function isAfter(column: 'taken_at' | 'created_at', dir: ListKey['dir'], after: Position): RawBuilder<boolean> {
  const type = sql.raw(column === 'taken_at' ? 'timestamp' : 'timestamptz')
  const operator = sql.raw(dir === 'asc' ? '>' : '<')
  const place = sql`(cast(${after.key} as ${type}), cast(${after.id} as uuid))`
  return sql<boolean>`(${sql.ref(column)}, id) ${operator} ${place}`
}
