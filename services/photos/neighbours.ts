import { phasesOf, positionOf, readPhase, selectPhotos } from './pages.ts'
import type { Kysely } from 'kysely'
import type { ListKey } from './cursor.ts'
import type { PhotoRow } from './pages.ts'
import type { PhotosTables } from './tables.ts'

/** The photos beside one in a list; null at its ends. */
export interface Neighbours {
  readonly previous: PhotoRow | null
  readonly next: PhotoRow | null
}

/** The photos beside one of a list; null when that photo is not the owner's. Costs two reads by an index. */
export async function findNeighbours(
  database: Kysely<PhotosTables>,
  list: ListKey,
  photoId: string,
): Promise<Neighbours | null> {
  const photo = await selectPhotos(database)
    .where('owner_id', '=', list.ownerId)
    .where('id', '=', photoId)
    .executeTakeFirst()
  if (!photo) return null
  const previous = await findBeside(database, list, photo, 'previous')
  const next = await findBeside(database, list, photo, 'next')
  return { previous, next }
}

/** Going back is going on in the opposite order; only the phases come in the same one, so they are turned too. */
async function findBeside(
  database: Kysely<PhotosTables>,
  list: ListKey,
  photo: PhotoRow,
  side: 'previous' | 'next',
): Promise<PhotoRow | null> {
  const position = positionOf(list, photo)
  const opposite = list.dir === 'asc' ? 'desc' : 'asc'
  const reading: ListKey = side === 'next' ? list : { ...list, dir: opposite }
  const phases = side === 'next' ? phasesOf(list) : phasesOf(list).toReversed()
  for (const phase of phases.slice(phases.indexOf(position.phase))) {
    const from = phase === position.phase ? position : null
    const [found] = await readPhase(database, reading, phase, from, 1)
    if (found) return found
  }
  return null
}
