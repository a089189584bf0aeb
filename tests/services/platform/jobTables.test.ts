import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { RunningPlatform } from '../../../services/platform/createPlatform.ts'
import { openDatabase } from '../../../services/platform/database.ts'
import type { Database } from '../../../services/platform/databaseTypes.ts'
import { deleteEndedJobs, deletePlatformRows } from '../../../services/platform/erasure.ts'
import { dueQueues, pruneEndedJobs } from '../../../services/platform/jobTables.ts'
import { createInstallation, databaseKinds, type Installation } from '../../support/database.ts'
import { openPlatform } from '../../support/platform.ts'

const queueName = 'test.kept'
/** A queue that no process works on. */
const otherName = 'test.other'
const planSchema = z.array(z.object({ Plan: z.looseObject({ 'Shared Hit Blocks': z.number() }) }))
const noAbort = new AbortController().signal

async function openWithQueue(installation: Installation): Promise<RunningPlatform> {
  const running = await openPlatform(installation)
  running.platform.jobs.define({
    name: queueName,
    payload: z.object({}),
    concurrency: 1,
    retries: 0,
    timeoutSeconds: 30,
    run: async () => undefined,
  })
  await running.start()
  return running
}

/** Inserts jobs without waking the workers. `values` is SQL: the state, the earliest start and the end of each job. */
async function insertJobs(database: Database, name: string, count: number, values: string): Promise<void> {
  await database.run(
    `insert into jobs.job (name, data, state, start_after, completed_on)
     select $1, '{"payload":{}}', ${values} from generate_series(1, $2::int) as number`,
    [name, count],
  )
}

async function countJobs(database: Database, name: string): Promise<unknown> {
  const { rows } = await database.run(
    'select state, count(*)::int as count from jobs.job where name = $1 group by state order by state',
    [name],
  )
  return rows
}

describe('with 200,000 kept jobs on a PostgreSQL server', () => {
  let installation: Installation
  let running: RunningPlatform
  let database: Database

  beforeAll(async () => {
    installation = await createInstallation('a PostgreSQL server')
    running = await openWithQueue(installation)
    database = await openDatabase(installation, pino({ level: 'silent' }))
    await database.run('select jobs.create_queue($1, $2::jsonb)', [otherName, '{"policy":"standard"}'])
    for (const name of [queueName, otherName]) {
      await insertJobs(database, name, 50_000, `'completed', now(), now()`)
      await insertJobs(database, name, 50_000, `'created', now() + make_interval(secs => 3600 + number), null`)
    }
    await database.run('vacuum analyze jobs.job_common')
  })
  afterAll(async () => {
    await database.close()
    await running.close()
    await installation.remove()
  })

  test('the search for jobs that have become due reads neither kept jobs nor the backlog of delayed jobs', async () => {
    const names = (await database.run('select name from jobs.queue')).rows.map(({ name }) => name)
    expect((await database.run(dueQueues, [names])).rows).toEqual([])
    await insertJobs(database, otherName, 2, `'retry', now() - interval '1 second', null`)
    expect((await database.run(dueQueues, [names])).rows).toEqual([{ name: otherName }])
    const { rows } = await database.run(`explain (analyze, buffers, format json) ${dueQueues}`, [names])
    const [explained] = planSchema.parse(rows[0]?.['QUERY PLAN'])
    expect(JSON.stringify(explained)).toContain('job_due')
    expect(JSON.stringify(explained)).not.toContain('Seq Scan')
    // The search reads three pages of the index for each queue.
    expect(explained?.Plan['Shared Hit Blocks']).toBeLessThan(4 * names.length + 4)
  })

  test('the search for jobs whose process is gone reads no kept job, and pg-boss neither counts nor deletes jobs', async () => {
    const read = async () => {
      const { rows } = await database.run(
        `select seq_scan, (select max(monitor_claim_on)::text from jobs.queue) as looked,
           (select max(monitor_on)::text from jobs.queue) as counted,
           (select bool_and(maintain_on > now() + interval '1000 years') from jobs.queue where name <> $1) as keeps
         from pg_stat_user_tables where relid = 'jobs.job_common'::regclass`,
        [otherName],
      )
      return rows[0]
    }
    await database.run('select pg_stat_force_next_flush()')
    const first = await read()
    expect(first).toMatchObject({ keeps: true })
    for (let passes = 0, last = first?.['looked']; passes < 3; passes += 1) {
      await expect.poll(async () => (await read())?.['looked']).not.toEqual(last)
      last = (await read())?.['looked']
    }
    const last = await read()
    expect(last).toEqual({ ...first, looked: last?.['looked'] })
  })
})

describe.each(databaseKinds)('on %s', (kind) => {
  let installation: Installation
  let running: RunningPlatform
  let database: Database

  beforeAll(async () => {
    installation = await createInstallation(kind)
    // Adds the missing tables of jobs, then closes the platform: the embedded database can be open only once.
    running = await openWithQueue(installation)
    await running.close()
    database = await openDatabase(installation, pino({ level: 'silent' }))
  })
  afterAll(async () => {
    await database.close()
    await installation.remove()
  })

  test('the jobs that name an erased account are deleted in every state, among any number of ended jobs', async () => {
    const account = { accountId: randomUUID(), email: 'Anna@example.com' }
    // Jobs for more than two pages of the search. One page ends between two jobs that have ended at the same time.
    await insertJobs(database, queueName, 1_500, `'completed', now(), now() - make_interval(secs => number)`)
    await insertJobs(database, queueName, 1_500, `'completed', now(), now() - interval '2 hours'`)
    const name = (state: string, data: object) =>
      database.run(
        `insert into jobs.job (name, data, state, start_after, completed_on) select $1, $2::jsonb, ${state}`,
        [queueName, JSON.stringify(data)],
      )
    const key = { payload: { keys: [`photos/${account.accountId}/original`] } }
    await name(`'completed', now(), now() - interval '20 hours'`, key)
    await name(`'failed', now(), now() - interval '2 hours'`, { payload: { email: 'anna@EXAMPLE.com' } })
    const since = await deleteEndedJobs(database.root, account, noAbort)
    expect(await countJobs(database, queueName)).toEqual([{ state: 'completed', count: 3_000 }])
    await name(`'completed', now(), now()`, key)
    await name(`'active', now(), null`, { owner: account.accountId })
    await name(`'created', now() + interval '1 day', null`, { owner: account.accountId })
    await database.root.transaction().execute((change) => deletePlatformRows(change, account, since))
    expect(await countJobs(database, queueName)).toEqual([{ state: 'completed', count: 3_000 }])
    await database.run('delete from jobs.job where name = $1', [queueName])
  })

  test('ended jobs are deleted after a day, and waiting jobs are kept for years', async () => {
    await insertJobs(
      database,
      queueName,
      2_500,
      `'completed', now(), now() - make_interval(hours => 25, secs => number)`,
    )
    await insertJobs(database, queueName, 10, `'failed', now(), now() - interval '23 hours'`)
    await insertJobs(database, queueName, 20, `'created', now() - interval '60 days', null`)
    const before = await countJobs(database, queueName)
    await pruneEndedJobs(database, AbortSignal.abort())
    expect(await countJobs(database, queueName)).toEqual(before)
    await pruneEndedJobs(database, noAbort)
    expect(await countJobs(database, queueName)).toEqual([
      { state: 'created', count: 20 },
      { state: 'failed', count: 10 },
    ])
    const { rows } = await database.run(
      'select retention_seconds / 86400 as "waitingDays", deletion_seconds as ended from jobs.queue where name = $1',
      [queueName],
    )
    expect(rows).toEqual([{ waitingDays: 3_650, ended: 0 }])
  })
})
