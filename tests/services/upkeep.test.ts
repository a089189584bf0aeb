import { sql } from 'kysely'
import { Client } from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { deleteEndedSessions } from '../../services/identity/sessions.ts'
import type { IdentityTables } from '../../services/identity/tables.ts'
import { settleQueue } from '../../services/invoices/settling.ts'
import type { InvoicesTables } from '../../services/invoices/tables.ts'
import { requeueAbandoned } from '../../services/photos/activation/importQueue.ts'
import { queueForOwners } from '../../services/photos/queueForOwners.ts'
import type { PhotosTables } from '../../services/photos/tables.ts'
import { pruneMailCounts } from '../../services/platform/limitedMail.ts'
import { pruneCounts } from '../../services/platform/limits/exchange.ts'
import { openDatabase } from '../../services/platform/database.ts'
import { upkeepQueue as widgetsUpkeepQueue } from '../../services/widgets/upkeep.ts'
import type { WidgetsTables } from '../../services/widgets/tables.ts'
import { createInstallation } from '../support/database.ts'
import { openPlatform } from '../support/platform.ts'
import { entriesReadSoFar } from './databaseCost.ts'

const signal = new AbortController().signal

/** PostgreSQL prefers to read small tables as a whole, so this test makes PostgreSQL prefer indexes. */
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
  await pruneCounts(database, signal)

  // A connection adds its reads to the statistics of the database when it is closed.
  await database.close()
  await running.close()
  const readIndexes = async () => {
    const { rows } = await client.query('select indexrelname as name from pg_stat_user_indexes where idx_scan > 0')
    return rows.map(({ name }) => name)
  }
  const indexes = ['recipient_mails_by_day', 'views_by_day', 'shares_by_age', 'cancelled_orders_by_age']
  await expect
    .poll(readIndexes)
    .toEqual(
      expect.arrayContaining([
        ...indexes,
        'orders_to_settle',
        'imports_started',
        'mail_counts_by_day',
        'request_counts_by_time',
      ]),
    )
  await client.end()
  await installation.remove()
})

test('work whose jobs were lost is queued again for all accounts, page by page', async () => {
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

test('the hourly deletion of ended sessions reads only new sessions and sessions whose record was deleted', async () => {
  const installation = await createInstallation('a PostgreSQL server')
  const running = await openPlatform(installation)
  const database = running.platform.database<IdentityTables>('identity')
  const count = 20_000
  await sql`
    insert into identity.provider_records (model, id, payload, uid, expires_at)
    select 'Session', 'record ' || number, '{}', 'session ' || number, now() + interval '10 days'
    from generate_series(1, ${count}::int) as number`.execute(database)
  await sql`
    insert into identity.sessions (id, account_id, signed_in_at, last_seen_at)
    select 'session ' || number, gen_random_uuid(), now() - interval '4 days', now() - interval '2 days'
    from generate_series(1, ${count}::int) as number`.execute(database)
  await deleteEndedSessions(database, signal)
  await sql`delete from identity.provider_records where uid in ('session 1', 'session 2', 'session 3')`.execute(
    database,
  )
  await sql`update identity.sessions set ended_at = now() where id = 'session 3'`.execute(database)
  for (const table of ['sessions', 'provider_records']) {
    await sql`vacuum analyze ${sql.table(`identity.${table}`)}`.execute(database)
  }

  await database.transaction().execute(async (change) => {
    const before = await entriesReadSoFar(change, 'identity')
    await deleteEndedSessions(change, signal)
    expect((await entriesReadSoFar(change, 'identity')) - before).toBeLessThan(60)
  })
  const { rows } = await sql<{ kept: number; checked: string[] }>`
    select count(*)::int as kept, array_agg(id) filter (where check_from is not null) as checked
    from identity.sessions`.execute(database)
  // Session 3 is kept, because it ended less than an hour ago.
  expect(rows).toEqual([{ kept: count - 2, checked: ['session 3'] }])
  await running.close()
  await installation.remove()
})
