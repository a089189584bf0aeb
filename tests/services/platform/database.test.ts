import { sql } from 'kysely'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../services/platform/database.ts'
import type { Database } from '../../../services/platform/databaseTypes.ts'
import { migrate } from '../../../services/platform/migrations.ts'
import { vacuumChanged } from '../../../services/platform/vacuum.ts'
import { createInstallation, databaseKinds, type Installation } from '../../support/database.ts'

const log = pino({ level: 'silent' })

async function folderOf(files: Record<string, string>): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-migrations-'))
  await mkdir(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return pathToFileURL(`${folder}/`)
}

describe.each(databaseKinds)('on %s', (kind) => {
  let installation: Installation
  let database: Database

  beforeAll(async () => {
    installation = await createInstallation(kind)
    database = await openDatabase(installation, log)
  })
  afterAll(async () => {
    await database.close()
    await installation.remove()
  })

  test('values are read with the same types on both kinds of databases', async () => {
    const { rows } = await sql`
      select 9007199254740991::int8 as "int8", 7::int4 as "int4", 1.5::float8 as "float8", 1.50::numeric as "numeric",
        date '2024-02-29' as "date", timestamp '2024-02-29 23:59:59.123456' as "timestamp",
        timestamptz '2024-02-29 23:59:59.123+02' as "timestamptz", '{"a":[1]}'::jsonb as "jsonb",
        array[1, null, 9007199254740991]::int8[] as "int8s", array[date '2024-02-29'] as "dates",
        array[timestamp '2024-02-29 23:59:59.5', null] as "timestamps", array['a,b', 'c"d', null] as "texts",
        true as "bool", null as "null", '0198c0de-0000-7000-8000-000000000001'::uuid as "uuid",
        count(*) as "count" from generate_series(1, 3)`.execute(database.root)
    expect(rows).toEqual([
      {
        int8: Number.MAX_SAFE_INTEGER,
        int4: 7,
        float8: 1.5,
        numeric: '1.50',
        date: '2024-02-29',
        timestamp: '2024-02-29 23:59:59.123456',
        timestamptz: new Date('2024-02-29T21:59:59.123Z'),
        jsonb: { a: [1] },
        int8s: [1, null, Number.MAX_SAFE_INTEGER],
        dates: ['2024-02-29'],
        timestamps: ['2024-02-29 23:59:59.5', null],
        texts: ['a,b', 'c"d', null],
        bool: true,
        null: null,
        uuid: '0198c0de-0000-7000-8000-000000000001',
        count: 3,
      },
    ])
  })

  test('bytes are stored and read back', async () => {
    const bytes = Uint8Array.from([0, 1, 127, 128, 255])
    const { rows } = await sql<{ bytes: Uint8Array }>`select ${bytes}::bytea as bytes`.execute(database.root)
    expect([...(rows[0]?.bytes ?? [])]).toEqual([...bytes])
  })

  test('errors have the codes of PostgreSQL', async () => {
    await database.run('create table unique_one (id int primary key)')
    await database.run('insert into unique_one values (1)')
    await expect(database.run('insert into unique_one values (1)')).rejects.toMatchObject({ code: '23505' })
    await expect(sql`select 1/0`.execute(database.root)).rejects.toMatchObject({ code: '22012' })
  })

  test('a service names its tables without the schema', async () => {
    const folder = await folderOf({ '0001_things.sql': 'create table things (id int); insert into things values (4);' })
    await migrate(database, 'shelf', folder)
    const things = await database
      .inSchema<{ things: { id: number } }>('shelf')
      .selectFrom('things')
      .selectAll()
      .execute()
    expect(things).toEqual([{ id: 4 }])
    await rm(folder, { recursive: true })
  })

  test('two concurrent starts migrate once', async () => {
    const folder = await folderOf({
      '0001_first.sql': 'create table counted (id int); insert into counted values (1);',
      '0002_second.sql': `create function counted_more() returns int language sql as $block$ select 1 $block$;
        insert into counted values (counted_more());`,
    })
    await Promise.all([migrate(database, 'twice', folder), migrate(database, 'twice', folder)])
    await migrate(database, 'twice', folder)
    expect((await database.run('select count(*)::int as count from twice.counted')).rows).toEqual([{ count: 2 }])
    await rm(folder, { recursive: true })
  })

  test('a failed migration leaves nothing behind, and the error names it', async () => {
    const folder = await folderOf({
      '0001_good.sql': 'create table good (id int)',
      '0002_bad.sql': 'create table half (id int); select nonsense',
    })
    await expect(migrate(database, 'broken', folder)).rejects.toThrow(/0002_bad of broken failed: .*nonsense/)
    const { rows } = await database.run(`select to_regclass('broken.good') as good, to_regclass('broken.half') as half`)
    expect(rows).toEqual([{ good: null, half: null }])
    await rm(folder, { recursive: true })
  })

  test('a migration file with an invalid name is refused', async () => {
    const folder = await folderOf({ '1-first.sql': 'select 1' })
    await expect(migrate(database, 'named', folder)).rejects.toThrow('1-first.sql of named is not named NNNN_name.sql')
    await rm(folder, { recursive: true })
  })

  test('a block of statements that fails half-way is rolled back, and the next statement runs outside of the block', async () => {
    await database.run('create table halves (id int)')
    const failing = database.run('begin; insert into halves values (1); select 1/0; commit')
    const beside = database.run('select count(*)::int as count from halves')
    await expect(failing).rejects.toThrow('division by zero')
    expect((await beside).rows).toEqual([{ count: 0 }])
  })

  test('a query outside a transaction is not part of it', async () => {
    await database.run('create table beside (id int)')
    const inserted = Promise.withResolvers<void>()
    const rolledBack = database.root.transaction().execute(async (transaction) => {
      await sql`insert into beside values (1)`.execute(transaction)
      inserted.resolve()
      for (let turn = 0; turn < 20; turn += 1) await sql`select 1`.execute(transaction)
      throw new Error('changed its mind')
    })
    await inserted.promise
    const outside = Promise.all([
      sql`insert into beside values (2)`.execute(database.root),
      database.run('insert into beside values (3)'),
    ])
    await expect(rolledBack).rejects.toThrow('changed its mind')
    await outside
    expect((await database.run('select id from beside order by id')).rows).toEqual([{ id: 2 }, { id: 3 }])
  })

  test('notifications arrive when the transaction commits, and only then', async () => {
    const heard: string[] = []
    const close = await database.listen(
      'news',
      (payload) => heard.push(payload),
      () => heard.push('missed'),
    )
    const notify = (text: string, fail: boolean) =>
      database.root.transaction().execute(async (transaction) => {
        await sql`select pg_notify('news', ${text})`.execute(transaction)
        if (fail) throw new Error('no')
      })
    await notify('rolled back', true).catch(() => undefined)
    await notify('committed', false)
    await expect.poll(() => heard).toEqual(['missed', 'committed'])
    await close()
    await notify('too late', false)
    await database.run('select 1')
    expect(heard).toEqual(['missed', 'committed'])
  })

  test('timers run between queries', async () => {
    let fired = false
    setImmediate(() => {
      fired = true
    })
    for (let turn = 0; turn < 5; turn += 1) await sql`select 1`.execute(database.root)
    expect(fired).toBe(true)
  })
})

describe('the embedded database', () => {
  test('tables with many changes are vacuumed and analysed', async () => {
    const installation = await createInstallation('the embedded database')
    const database = await openDatabase(installation, log)
    await database.run(
      'create table busy (id int); insert into busy select generate_series(1, 5000); delete from busy where id > 2000',
    )
    await database.run('create table calm (id int); insert into calm values (1)')
    await vacuumChanged((statement) => database.run(statement))
    const { rows } = await database.run(
      `select relname, reltuples::int from pg_class where relname in ('busy', 'calm') order by 1`,
    )
    expect(rows).toEqual([
      { relname: 'busy', reltuples: 2000 },
      { relname: 'calm', reltuples: -1 },
    ])
    await database.close()
    await installation.remove()
  })
})

describe('a PostgreSQL server', () => {
  test('statements and connections have a deadline', async () => {
    const installation = await createInstallation('a PostgreSQL server')
    const database = await openDatabase(installation, log)
    const { rows } = await database.run(
      `select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`,
    )
    expect(rows).toEqual([{ statement: '30s', idle: '1min' }])
    await database.close()
    await installation.remove()
  })

  test('listening continues after the connection is lost', async () => {
    const installation = await createInstallation('a PostgreSQL server')
    const database = await openDatabase(installation, log)
    const heard: string[] = []
    const close = await database.listen(
      'news',
      (payload) => heard.push(payload),
      () => heard.push('missed'),
    )
    await database.run(`select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'listen%' and datname = current_database()`)
    await expect.poll(() => heard).toEqual(['missed', 'missed'])
    await database.run(`select pg_notify('news', 'again')`)
    await expect.poll(() => heard).toEqual(['missed', 'missed', 'again'])
    await close()
    await database.close()
    await installation.remove()
  })
})
