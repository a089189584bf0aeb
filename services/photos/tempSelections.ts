import { type Kysely, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { JobQueue } from '../platform/platform.ts'
import type { PhotoRow } from './pages.ts'
import type { PhotosTables } from './tables.ts'

const daysKept = 30
const payload = z.object({})

/** A new selection, and the photos that it leaves out because their pictures cannot be shown. */
export interface NewSelection {
  /** Null if no photo is left. */
  readonly id: string | null
  readonly withoutPicture: readonly string[]
}

/**
 * Stores a selection of the photos that belong to the owner and can be shown, without duplicates, in the given
 * order.
 */
export async function createTempSelection(
  database: Kysely<PhotosTables>,
  ownerId: string,
  photoIds: readonly string[],
): Promise<NewSelection> {
  const owned = await ownedInOrder(database, ownerId, [...new Set(photoIds)])
  const withoutPicture = owned.filter(({ picture_problem: problem }) => problem !== null).map(({ id }) => id)
  const chosen = owned.filter(({ picture_problem: problem }) => problem === null).map(({ id }) => id)
  if (chosen.length === 0) return { id: null, withoutPicture }
  const id = uuidv7()
  await database.insertInto('temp_selections').values({ id, owner_id: ownerId, photo_ids: chosen }).execute()
  return { id, withoutPicture }
}

/**
 * The photos of a selection that still exist, in the order of the selection. Null if the selection is another
 * account's, or has expired.
 */
export async function readTempSelection(
  database: Kysely<PhotosTables>,
  ownerId: string,
  id: string,
): Promise<string[] | null> {
  const selection = await database
    .selectFrom('temp_selections')
    .select('photo_ids')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('created_at', '>', oldest())
    .executeTakeFirst()
  if (!selection) return null
  return (await ownedInOrder(database, ownerId, selection.photo_ids)).map((photo) => photo.id)
}

/** Deletes expired selections every night. */
export function tempSelectionQueue(database: Kysely<PhotosTables>): JobQueue<z.infer<typeof payload>> {
  return {
    name: 'photos.end-temp-selections',
    payload,
    concurrency: 1,
    retries: 2,
    timeoutSeconds: 300,
    cron: '41 3 * * *',
    run: async () => endTempSelections(database),
  }
}

export async function endTempSelections(database: Kysely<PhotosTables>): Promise<void> {
  await database.deleteFrom('temp_selections').where('created_at', '<=', oldest()).execute()
}

function oldest() {
  return sql<Date>`now() - make_interval(days => ${daysKept}::int)`
}

async function ownedInOrder(
  database: Kysely<PhotosTables>,
  ownerId: string,
  ids: readonly string[],
): Promise<Pick<PhotoRow, 'id' | 'picture_problem'>[]> {
  const { rows } = await sql<Pick<PhotoRow, 'id' | 'picture_problem'>>`
    select photos.id, photos.picture_problem from unnest(${[...ids]}::uuid[]) with ordinality as chosen (id, place)
    join photos.photos on photos.id = chosen.id
    where photos.owner_id = ${ownerId} order by chosen.place`.execute(database)
  return rows
}
