import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { JobQueue } from '../platform/platform.ts'
import { type Payments, queueDetaching } from './methods.ts'
import { queueSettling } from './setups.ts'
import type { PaymentsTables } from './tables.ts'

const payload = z.object({})
const batchSize = 100

/** How long ended setups are kept, so that customers' questions can be answered. */
const daysKept = 90

/**
 * Runs every minute. Asks the provider about setups whose customers have not come back, repeats deletions that the
 * provider has not confirmed, and deletes old setups.
 */
export function upkeepQueue(payments: Payments): JobQueue<z.infer<typeof payload>> {
  return {
    name: 'payments.upkeep',
    payload,
    concurrency: 1,
    retries: 2,
    timeoutSeconds: 60,
    cron: '* * * * *',
    async run() {
      await askAgain(payments)
      await detachAgain(payments)
      await deleteOldSetups(payments.database)
    },
  }
}

/**
 * Queues a job for each setup about which the provider must be asked again: at first after a minute, later after a
 * quarter of the age of the setup.
 */
export async function askAgain({ platform, database }: Payments): Promise<void> {
  await database.transaction().execute(async (change) => {
    const { rows } = await sql<{ id: string }>`
      update payments.setups set asked_at = clock_timestamp() where id in (
        select id from payments.setups
        where state in ('open', 'pending')
          and asked_at + greatest(interval '1 minute', (asked_at - started_at) / 4) <= now()
        order by asked_at limit ${batchSize} for update skip locked
      ) returning id`.execute(change)
    await queueSettling(
      platform,
      change,
      rows.map(({ id }) => id),
    )
  })
}

/** Queues a deletion at the provider for each method that was removed more than a minute ago. */
export async function detachAgain({ platform, database }: Payments): Promise<void> {
  await database.transaction().execute(async (change) => {
    const rows = await change
      .selectFrom('methods')
      .select('id')
      .where('removed_at', '<', sql<Date>`now() - interval '1 minute'`)
      // In random order, so that methods whose deletion always fails do not keep the others waiting.
      .orderBy(sql`random()`)
      .limit(batchSize)
      .execute()
    await queueDetaching(
      platform,
      change,
      rows.map(({ id }) => id),
    )
  })
}

async function deleteOldSetups(database: Kysely<PaymentsTables>): Promise<void> {
  const limit = sql<Date>`now() - make_interval(days => ${daysKept}::int)`
  await database.deleteFrom('setups').where('ended_at', '<', limit).execute()
  await database.deleteFrom('demo_setups').where('expires_at', '<', limit).execute()
}
