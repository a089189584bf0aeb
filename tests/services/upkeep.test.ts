import { sql } from 'kysely'
import { Client } from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { settleQueue } from '../../services/invoices/settling.ts'
import type { InvoicesTables } from '../../services/invoices/tables.ts'
import { requeueAbandoned } from '../../services/photos/activation/importQueue.ts'
import { queueForOwners } from '../../services/photos/queueForOwners.ts'
import type { PhotosTables } from '../../services/photos/tables.ts'
import { pruneMailCounts } from '../../services/platform/limitedMail.ts'
import { openDatabase } from '../../services/platform/database.ts'
import { upkeepQueue as widgetsUpkeepQueue } from '../../services/widgets/upkeep.ts'
import type { WidgetsTables } from '../../services/widgets/tables.ts'
import { createInstallation } from '../support/database.ts'
import { openPlatform } from '../support/platform.ts'

const signal = new AbortController().signal

/** PostgreSQL prefers to read small tables as a whole. So this test makes it avoid that. */
test('upkeep finds what is due by an index', async () => {
  const installation = await createInstallation('a PostgreSQL server')
  const client = new Client({ connectionString: installation.databaseUrl })
  await client.connect()
  await client.query(
    `do $$ begin execute format('alter database %I set enable_seqscan to off', current_database()); end $$`,
  )
  const running = await openPlatform(installation)
  const { platform } = running
  platform.jobs.define({
    name: 'photos.import',
    payload: z.object({}),
    concurrency: 1,
    retries: 0,
    timeoutSeconds: 30,
    run: async () => undefined,
  })
  await running.start()
  const database = await openDatabase(installation, pino({ level: 'silent' }))

  await widgetsUpkeepQueue({ platform, database: platform.database<WidgetsTables>('widgets') }).run({}, signal)
  await settleQueue(platform, platform.database<InvoicesTables>('invoices')).run({}, signal)
  await requeueAbandoned({ platform, database: platform.database<PhotosTables>('photos') }, signal)
  await pruneMailCounts(database, signal)

  // A session reports what it has read when it ends.
  await database.close()
  await running.close()
  const readIndexes = async () => {
    const { rows } = await client.query('select indexrelname as name from pg_stat_user_indexes where idx_scan > 0')
    return rows.map(({ name }) => name)
  }
  const indexes = ['recipient_mails_by_day', 'views_by_day', 'shares_by_age', 'cancelled_orders_by_age']
  await expect
    .poll(readIndexes)
    .toEqual(expect.arrayContaining([...indexes, 'orders_to_settle', 'imports_started', 'mail_counts_by_day']))
  await client.end()
  await installation.remove()
})

test('work that has lost its jobs is queued again for all accounts, page by page', async () => {
  const installation = await createInstallation('a PostgreSQL server')
  const running = await openPlatform(installation)
  const { platform } = running
  const database = platform.database<PhotosTables>('photos')
  const ran = new Set<string>()
  platform.jobs.define({
    name: 'photos.lost',
    payload: z.object({ ownerId: z.string() }),
    concurrency: 100,
    batch: 100,
    retries: 0,
    timeoutSeconds: 30,
    run: async ({ ownerId }) => {
      ran.add(ownerId)
    },
  })
  await running.start()
  await sql`
    insert into photos.trash_emptyings (owner_id, before)
    select gen_random_uuid(), now() from generate_series(1, 1200)`.execute(database)
  await queueForOwners(platform, database, 'photos.lost', { table: 'trash_emptyings', signal })
  await expect.poll(() => ran.size).toBe(1_200)
  await running.close()
  await installation.remove()
})
