import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { PhotosTables } from './tables.ts'

const ownersPerPage = 500
const lowestId = '00000000-0000-0000-0000-000000000000'

/** The rows of the accounts whose work is queued. `owner_id` is the primary key of the table. */
interface Owners {
  readonly table: 'imports' | 'library_deletions' | 'trash_emptyings'
  /** Default: all rows. */
  readonly where?: RawBuilder<boolean>
  readonly delaySeconds?: number
  readonly signal: AbortSignal
}

/** Queues a job for each of these accounts, page by page. At most one job of an account waits. */
export async function queueForOwners(
  platform: Platform,
  database: Kysely<PhotosTables>,
  queueName: string,
  { table, where = sql<boolean>`true`, delaySeconds, signal }: Owners,
): Promise<void> {
  const delay = delaySeconds === undefined ? {} : { delaySeconds }
  for (let after = lowestId; !signal.aborted;) {
    const { rows } = await sql<{ owner_id: string }>`
      select owner_id from photos.${sql.table(table)} where owner_id > ${after} and ${where}
      order by owner_id limit ${ownersPerPage}`.execute(database)
    const jobs = rows.map(({ owner_id: ownerId }) => ({ payload: { ownerId }, key: ownerId, ...delay }))
    await database.transaction().execute((change) => platform.jobs.enqueueAll(change, queueName, jobs))
    const last = rows.at(-1)
    if (!last || rows.length < ownersPerPage) return
    after = last.owner_id
  }
}
