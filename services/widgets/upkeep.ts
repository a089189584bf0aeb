import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { deleteInPages } from '../platform/deleteInPages.ts'
import type { JobQueue } from '../platform/platform.ts'
import type { WidgetsContext } from './context.ts'
import { queuePreparation } from './queues.ts'
import { daysRestorable } from './reading.ts'
import { removeBooks } from './removing.ts'
import type { WidgetsTables } from './tables.ts'

const payload = z.object({})
const batchSize = 100
/** How long the rows of visitors and of mails per address are kept. Older days are never read. */
const daysOfCounts = 2
/**
 * How long cancelled orders are remembered: as long as events are kept, because older events are not delivered any
 * more.
 */
const daysOfCancelled = 30

type Parts = Pick<WidgetsContext, 'platform' | 'database'>

/**
 * Every hour, removes widgets that can no longer be restored, with their files, and forgets old counts. Queues the
 * copying of books whose job was lost.
 */
export function upkeepQueue(parts: Parts): JobQueue<z.infer<typeof payload>> {
  return {
    name: 'widgets.upkeep',
    payload,
    concurrency: 1,
    retries: 2,
    timeoutSeconds: 600,
    cron: '43 * * * *',
    async run(_payload, signal) {
      await removeDeleted(parts, signal)
      await forgetCounts(parts.database, signal)
      await resumeLost(parts)
    },
  }
}

/** Removes widgets that were deleted 30 days ago, in batches. */
export async function removeDeleted({ platform, database }: Parts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const count = await database.transaction().execute(async (change) => {
      const { rows } = await sql<{ code: string }>`
        select code from widgets.widgets
        where deleted_at <= now() - make_interval(days => ${daysRestorable}::int)
        order by deleted_at limit ${batchSize} for update skip locked`.execute(change)
      await removeBooks(
        platform,
        change,
        rows.map(({ code }) => code),
      )
      return rows.length
    })
    if (count < batchSize) return
  }
}

async function forgetCounts(database: Kysely<WidgetsTables>, signal: AbortSignal): Promise<void> {
  const earlier = sql`day < (now() at time zone 'UTC')::date - ${daysOfCounts}::int`
  const old = {
    views: earlier,
    view_keys: earlier,
    recipient_mails: earlier,
    shares: sql`shared_at < now() - interval '1 day'`,
    cancelled_orders: sql`cancelled_at < now() - make_interval(days => ${daysOfCancelled}::int)`,
  }
  for (const [table, where] of Object.entries(old)) {
    await deleteInPages(database, { table: `widgets.${table}`, where }, signal)
  }
}

/** The key of the job prevents a second one from being queued. */
async function resumeLost({ platform, database }: Parts): Promise<void> {
  await database.transaction().execute(async (change) => {
    const { rows } = await sql<{ code: string; account_id: string }>`
      select code, account_id from widgets.widgets
      where state = 'preparing' and prepared_since < now() - interval '2 hours'
      limit ${batchSize}`.execute(change)
    for (const { code, account_id: accountId } of rows) await queuePreparation(platform, change, { accountId, code })
  })
}
