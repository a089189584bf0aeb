import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import pino from 'pino'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { RunningPlatform } from '../../../services/platform/createPlatform.ts'
import { openDatabase } from '../../../services/platform/database.ts'
import type { Database } from '../../../services/platform/databaseTypes.ts'
import { addEventPartitions, positionsPerPartition, pruneEvents } from '../../../services/platform/eventPartitions.ts'
import { migrate } from '../../../services/platform/migrations.ts'
import type { PlatformEvent } from '../../../services/platform/platform.ts'
import { createInstallation, databaseKinds, type Installation } from '../../support/database.ts'
import { openPlatform } from '../../support/platform.ts'

const noAbort = new AbortController().signal
const migrations = new URL('../../../services/platform/migrations/', import.meta.url)
const nodeSchema = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Shared Hit Blocks': z.number(),
  get Plans() {
    return z.array(nodeSchema).optional()
  },
})
const explanationSchema = z.array(z.object({ Plan: nodeSchema }))

/** The nodes of a plan that read a table. */
function scansIn(node: z.infer<typeof nodeSchema> | undefined): z.infer<typeof nodeSchema>[] {
  if (!node) return []
  return [...(node['Relation Name'] === undefined ? [] : [node]), ...(node.Plans ?? []).flatMap(scansIn)]
}

function append({ platform }: RunningPlatform, ...data: readonly unknown[]): Promise<void> {
  return platform
    .database('platform')
    .transaction()
    .execute((change) =>
      platform.events.append(
        change,
        data.map((each) => ({ type: 'noted', owner: 'anna', data: each })),
      ),
    )
}

async function partitions(root: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'platform.events'::regclass order by inhrelid`.execute(root)
  return rows.map(({ name }) => name)
}

async function kept(root: Kysely<unknown>): Promise<unknown[]> {
  const { rows } = await sql<{ data: unknown }>`select data from platform.events order by position`.execute(root)
  return rows.map(({ data }) => data)
}

function age(root: Kysely<unknown>, interval: string): Promise<unknown> {
  return sql`update platform.events set created = created - ${interval}::interval`.execute(root)
}

async function handledTo(root: Kysely<unknown>, consumer: string, position: number): Promise<void> {
  await sql`
    insert into platform.event_consumers (name, handled_to) values (${consumer}, ${position})
    on conflict (name) do update set handled_to = excluded.handled_to`.execute(root)
}

describe.each(databaseKinds)('on %s', (kind) => {
  let installation: Installation
  let running: RunningPlatform
  let root: Kysely<unknown>

  beforeEach(async () => {
    installation = await createInstallation(kind)
    running = await openPlatform(installation)
    root = running.platform.database('platform')
  })
  afterEach(async () => {
    await running.close()
    await installation.remove()
  })

  test('the events of each day are in a partition of their own, and the next partition exists already', async () => {
    await append(running, 'today')
    await pruneEvents(root, 30, noAbort)
    expect(await partitions(root)).toEqual(['platform.events_0', 'platform.events_1'])
    await age(root, '25 hours')
    await pruneEvents(root, 30, noAbort)
    expect(await partitions(root)).toEqual(['platform.events_0', 'platform.events_1', 'platform.events_2'])
    await append(running, 'tomorrow', 'later')
    const { rows } = await sql`select position, data from platform.events_1 order by position`.execute(root)
    expect(rows).toEqual([
      { position: positionsPerPartition, data: 'tomorrow' },
      { position: positionsPerPartition + 1, data: 'later' },
    ])
    await pruneEvents(root, 30, noAbort)
    expect(await partitions(root)).toHaveLength(3)
  })

  test('a subscriber reads on into the next partition', async () => {
    const stop = new AbortController()
    const got: PlatformEvent[] = []
    const collect = async () => {
      const events = running.platform.events.subscribe({ owner: 'anna', types: ['noted'], after: 0 }, stop.signal)
      for await (const page of events) got.push(...page)
    }
    await running.start()
    const done = collect()
    await append(running, 1)
    await age(root, '25 hours')
    await pruneEvents(root, 30, noAbort)
    await append(running, 2)
    await expect.poll(() => got.map(({ data }) => data)).toEqual([1, 2])
    stop.abort()
    await done
  })

  test('a partition is removed when its last event is old and every consumer has handled it', async () => {
    await append(running, 'old', 'last')
    const last = await running.platform.events.lastPosition('anna')
    await handledTo(root, 'test.quick', last)
    await handledTo(root, 'test.behind', last - 1)
    await age(root, '29 days')
    await pruneEvents(root, 30, noAbort)
    await age(root, '2 days')
    await append(running, 'young')
    await pruneEvents(root, 30, noAbort)
    expect(await kept(root)).toEqual(['old', 'last', 'young'])
    expect(await running.platform.events.removedTo({ owner: 'anna', after: 0 })).toBeNull()
    await handledTo(root, 'test.behind', last)
    await pruneEvents(root, 30, AbortSignal.abort())
    expect(await kept(root)).toHaveLength(3)
    await pruneEvents(root, 30, noAbort)
    expect(await kept(root)).toEqual(['young'])
    expect(await partitions(root)).toEqual(['platform.events_1', 'platform.events_2'])
    expect(await running.platform.events.removedTo({ owner: 'anna', after: 0 })).toBe(last)
  })

  test('a partition with a young event stays, and so do the partitions after it', async () => {
    await append(running, 'old')
    await age(root, '25 hours')
    await append(running, 'young')
    await pruneEvents(root, 30, noAbort)
    await append(running, 'old, but later')
    await handledTo(root, 'test.quick', await running.platform.events.lastPosition('anna'))
    await sql`update platform.events set created = now() - interval '31 days' where data <> '"young"'`.execute(root)
    await pruneEvents(root, 30, noAbort)
    expect(await kept(root)).toEqual(['old', 'young', 'old, but later'])
  })

  test('after the removal of all events, the last position is still that of the last event', async () => {
    await append(running, 'old')
    const last = await running.platform.events.lastPosition('anna')
    await handledTo(root, 'test.quick', last)
    await age(root, '31 days')
    await pruneEvents(root, 30, noAbort)
    expect(await kept(root)).toEqual([])
    const other = kind === 'a PostgreSQL server' ? await openPlatform(installation) : running
    expect(await other.platform.events.lastPosition('anna')).toBe(last)
    if (other !== running) await other.close()
  })
})

describe('on a PostgreSQL server', () => {
  const installations: Installation[] = []

  async function open(): Promise<{ installation: Installation; running: RunningPlatform; root: Kysely<unknown> }> {
    const installation = await createInstallation('a PostgreSQL server')
    installations.push(installation)
    const running = await openPlatform(installation)
    return { installation, running, root: running.platform.database('platform') }
  }
  afterAll(async () => {
    await Promise.all(installations.map((installation) => installation.remove()))
  })

  test('while a transaction reads the events, a partition stays until it is pruned again', async () => {
    const { running, root } = await open()
    await append(running, 'old')
    await handledTo(root, 'test.quick', await running.platform.events.lastPosition('anna'))
    await age(root, '31 days')
    await root.transaction().execute(async (reading) => {
      expect(await kept(reading)).toEqual(['old'])
      await pruneEvents(root, 30, noAbort)
      expect(await kept(reading)).toEqual(['old'])
    })
    expect(await running.platform.events.removedTo({ owner: 'anna', after: 0 })).toBeNull()
    await pruneEvents(root, 30, noAbort)
    expect(await kept(root)).toEqual([])
    await running.close()
  })

  test('appenders and pruning of two processes at the same time lose no event, and keep the order', async () => {
    const { installation, running, root } = await open()
    const other = await openPlatform(installation)
    await append(running, 'first')
    await age(root, '25 hours')
    const numbers = Array.from({ length: 40 }, (_, number) => number)
    await Promise.all([
      ...numbers.map((number) => append(number % 2 === 0 ? running : other, number)),
      pruneEvents(root, 30, noAbort),
      pruneEvents(other.platform.database('platform'), 30, noAbort),
    ])
    const all = await kept(root)
    expect(all).toHaveLength(41)
    expect(new Set(all)).toEqual(new Set(['first', ...numbers]))
    expect(await partitions(root)).toEqual(['platform.events_0', 'platform.events_1', 'platform.events_2'])
    await other.close()
    await running.close()
  })

  test('a reader after a position uses an index in each later partition, and reads no earlier partition', async () => {
    const { installation, running, root } = await open()
    const database = await openDatabase(installation, pino({ level: 'silent' }))
    for (let day = 0; day < 31; day += 1) {
      if (day > 0) await pruneEvents(root, 30, noAbort)
      await sql`
        insert into platform.events (type, owner, data, created)
        select 'noted', 'owner ' || number % 400, '{}', now() - make_interval(days => 2)
        from generate_series(1, 4000) as number`.execute(root)
    }
    await database.run('vacuum analyze platform.events')
    const explain = async (after: number) => {
      const { rows } = await database.run(
        `explain (analyze, buffers, format json)
         select position, type, owner, data from platform.events
         where owner = 'owner 7' and type = any(array['noted']) and position > $1 order by position limit 500`,
        [after],
      )
      const [explained] = explanationSchema.parse(rows[0]?.['QUERY PLAN'])
      const scans = scansIn(explained?.Plan)
      return {
        blocks: explained?.Plan['Shared Hit Blocks'],
        tables: scans.map((scan) => Number(scan['Relation Name']?.slice('events_'.length))),
        // The partition that was added in advance has no block to read.
        indexed: scans.filter((scan) => scan['Node Type'] !== 'Seq Scan').length,
      }
    }
    const current = 30
    const live = await explain(current * positionsPerPartition + 3_990)
    expect(live.tables).toEqual([current, current + 1])
    expect(live).toMatchObject({ indexed: 1, blocks: expect.toSatisfy((count) => count < 6) })
    const resumed = await explain(0)
    expect(resumed.tables).toEqual(Array.from({ length: current + 2 }, (_, number) => number))
    // Each partition has 10 events of the owner, each in its own block. The index adds 3 blocks.
    expect(resumed).toMatchObject({ indexed: current + 1, blocks: expect.toSatisfy((count) => count < 31 * 14) })
    await database.close()
    await running.close()
  })
})

describe.each(databaseKinds)('the migration on %s', (kind) => {
  let installation: Installation
  let database: Database
  let earlier: string

  beforeEach(async () => {
    installation = await createInstallation(kind)
    database = await openDatabase(installation, pino({ level: 'silent' }))
    await database.run('drop schema platform cascade')
    earlier = await mkdtemp(join(tmpdir(), 'keepsake-migrations-'))
    const names = (await readdir(migrations)).filter((name) => name < '0007')
    for (const name of names) await cp(new URL(name, migrations), join(earlier, name))
    await migrate(database, 'platform', pathToFileURL(`${earlier}/`))
  })
  afterEach(async () => {
    await database.close()
    await installation.remove()
    await rm(earlier, { recursive: true })
  })

  const upgrade = async () => {
    await migrate(database, 'platform', migrations)
    await addEventPartitions(database.root)
  }
  const insert = (count: number) =>
    database.run(
      `insert into platform.events (type, owner, data)
       select 'noted', 'anna', to_jsonb(number) from generate_series(1, $1::int) as number`,
      [count],
    )
  const positions = async () =>
    (await database.run('select position from platform.events order by position')).rows.map(({ position }) => position)

  test('keeps the events, and continues their positions', async () => {
    await insert(5)
    await database.run('delete from platform.events where position in (1, 2, 5)')
    await upgrade()
    await insert(2)
    expect(await positions()).toEqual([3, 4, 6, 7])
    expect((await database.run('select dropped_to from platform.event_retention')).rows).toEqual([{ dropped_to: 2 }])
    expect(await partitions(database.root)).toEqual(['platform.events_0', 'platform.events_1'])
  })

  test('remembers the last position when no event is left', async () => {
    await insert(5)
    await database.run('delete from platform.events')
    await upgrade()
    expect((await database.run('select dropped_to from platform.event_retention')).rows).toEqual([{ dropped_to: 5 }])
    await insert(1)
    expect(await positions()).toEqual([6])
  })

  test('of an installation without events begins at position 1', async () => {
    await upgrade()
    expect((await database.run('select dropped_to from platform.event_retention')).rows).toEqual([{ dropped_to: 0 }])
    await insert(1)
    expect(await positions()).toEqual([1])
  })
})
