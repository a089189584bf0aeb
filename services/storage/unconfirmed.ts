import { type Transaction, sql } from 'kysely'
import { readyEvent } from './announce.ts'
import { announceEnded } from './outcomes.ts'
import type { OriginalRow } from './originalStore.ts'
import type { Parts } from './parts.ts'
import type { StorageTables } from './tables.ts'
import type { FoundUpload } from './uploadStore.ts'

const minutes = 15
const originalsPerRun = 200

/**
 * Announces again the uploads that the library has not confirmed for a quarter of an hour. They may have been handled
 * by a photos process of an earlier release, and such releases do not confirm known photos (docs/decisions/0313). If
 * the library is only unreachable, one more announcement does no harm.
 */
export async function followUpUnconfirmed({ platform, database }: Pick<Parts, 'platform' | 'database'>): Promise<void> {
  await database.transaction().execute(async (change) => {
    const ended = await endRemoved(change)
    await platform.events.append(change, (await increaseGenerations(change)).map(readyEvent))
    await announceEnded(platform, change, ended)
  })
}

const isUnconfirmed = sql`uploads.state = 'PROCESSING' and changed_at < now() - ${minutes}::integer * interval '1 minute'`

/** Ends uploads whose photo was in the library and was then deleted, together with its original. */
async function endRemoved(change: Transaction<StorageTables>): Promise<readonly FoundUpload[]> {
  const { rows } = await sql<FoundUpload>`
    update storage.uploads set state = 'READY', changed_at = now()
    where ${isUnconfirmed}
      and not exists (select from storage.originals where originals.image_id = uploads.image_id)
    returning *, null as picture_problem`.execute(change)
  return rows
}

/** Increases the generation of the originals, as another upload of the same file would. The photo may have been deleted
 * after its upload, and only a higher generation brings it back. */
async function increaseGenerations(change: Transaction<StorageTables>): Promise<readonly OriginalRow[]> {
  const { rows } = await sql<OriginalRow>`
    with waiting as materialized (
      select uploads.id, uploads.image_id from storage.uploads join storage.originals using (image_id)
      where ${isUnconfirmed} and originals.state = 'READY'
      order by changed_at limit ${originalsPerRun} for update of uploads
    ), asked as (
      update storage.uploads set changed_at = now() where id = any(array(select id from waiting))
    )
    update storage.originals set generation = generation + 1
    where image_id = any(array(select image_id from waiting)) returning *`.execute(change)
  return rows
}
