import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RunningPlatform } from '../../../services/platform/createPlatform.ts'
import { openDatabase } from '../../../services/platform/database.ts'
import { deletePlatformRows } from '../../../services/platform/erasure.ts'
import { eventChannel } from '../../../services/platform/eventNotices.ts'
import { pruneEvents } from '../../../services/platform/eventPartitions.ts'
import { readPositions } from '../../../services/platform/eventPositions.ts'
import { migrate } from '../../../services/platform/migrations.ts'
import type { PlatformEvent } from '../../../services/platform/platform.ts'
import { createInstallation, databaseKinds, type Installation } from '../../support/database.ts'
import { openPlatform } from '../../support/platform.ts'
import { waitingStatements } from '../../support/waitingStatements.ts'

const type = 'noted'
const noAbort = new AbortController().signal
const migrations = new URL('../../../services/platform/migrations/', import.meta.url)

function append({ platform }: RunningPlatform, owners: readonly string[], data: unknown = null): Promise<void> {
  const events = owners.map((owner) => ({ type, owner, data }))
  return platform
    .database('platform')
    .transaction()
    .execute((change) => platform.events.append(change, events))
}

/** Appends an event in a transaction that stays open until `end` is called. */
async function appendSlowly({ platform }: RunningPlatform, owner: string, data: unknown) {
  const [appended, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()]
  const done = platform
    .database('platform')
    .transaction()
    .execute(async (change) => {
      await platform.events.append(change, [{ type, owner, data }])
      appended.resolve()
      if (!(await ending.promise)) throw new Error('rolled back')
    })
  await appended.promise
  return {
    async end({ commits }: { commits: boolean }) {
      ending.resolve(commits)
      await (commits ? done : expect(done).rejects.toThrow('rolled back'))
    },
  }
}

/** The events that a consumer handles, in its order. */
function consume({ platform }: RunningPlatform, into: PlatformEvent[], pageSize = 100): void {
  platform.events.consume({
    name: 'test.all',
    database: platform.database('platform'),
    types: [type],
    pageSize,
    async handle(events) {
      into.push(...events)
    },
  })
}

async function follow(
  { platform }: RunningPlatform,
  filter: { owner: string; after?: number },
  into: PlatformEvent[],
  signal: AbortSignal,
): Promise<void> {
  for await (const page of platform.events.subscribe({ ...filter, types: [type] }, signal)) into.push(...page)
}

async function pruneAll(root: Kysely<unknown>): Promise<void> {
  const { settled } = await readPositions(root)
  await sql`update platform.event_consumers set handled_to = ${settled}`.execute(root)
  await sql`update platform.events set created = created - interval '31 days'`.execute(root)
  await pruneEvents(root, 30, noAbort)
}

const dataOf = (events: readonly PlatformEvent[]) => events.map(({ data }) => data)

describe.each(databaseKinds)('the events of each owner, on %s,', (kind) => {
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

  const lastOf = (owner: string) => running.platform.events.lastPosition(owner)
  const removedTo = (owner: string, after: number) => running.platform.events.removedTo({ owner, after })

  test('are missing for a reader only if events of this owner were removed', async () => {
    await append(running, ['anna'])
    const first = await lastOf('anna')
    await append(running, ['anna', 'anna'])
    const second = await lastOf('anna')
    await append(running, ['ben'])
    const dropped = await lastOf('ben')
    await sql`insert into platform.event_consumers (name) values ('test.all')`.execute(root)
    expect(await removedTo('anna', first)).toBeNull()
    await pruneAll(root)
    const answers = async () => [
      await removedTo('anna', first),
      await removedTo('anna', second - 1),
      await removedTo('anna', second),
      await removedTo('ben', first),
      await removedTo('ben', dropped),
      await removedTo('quiet', 0),
    ]
    const expected = [dropped, dropped, null, dropped, null, null]
    expect(await answers()).toEqual(expected)
    // Later events do not change the answers about the events that were removed before.
    await append(running, ['anna', 'ben', 'quiet', 'anna', 'ben', 'quiet'])
    expect(await answers()).toEqual(expected)
  })

  test('begin for a new reader after the last event of the owner, whatever others append', async () => {
    expect(await lastOf('anna')).toBe(0)
    await append(running, ['anna', 'ben'])
    const last = await lastOf('anna')
    await append(running, ['ben'])
    expect(await lastOf('anna')).toBe(last)
    expect(await lastOf('ben')).toBe(last + 2)
  })

  test('leave no row after the owner is erased', async () => {
    await append(running, ['anna', 'ben'])
    const anna = { accountId: 'anna', email: 'anna@example.com' }
    await running.start()
    await root.transaction().execute((change) => deletePlatformRows(change, anna, '-infinity'))
    const { rows } = await sql`
      select owner, (select count(*)::int from platform.events) as events from platform.event_owners`.execute(root)
    expect(rows).toEqual([{ owner: 'ben', events: 1 }])
  })
})

describe('transactions that append events, on a PostgreSQL server,', () => {
  let installation: Installation
  let running: RunningPlatform
  let root: Kysely<unknown>
  let stop: AbortController

  beforeEach(async () => {
    installation = await createInstallation('a PostgreSQL server')
    running = await openPlatform(installation)
    root = running.platform.database('platform')
    stop = new AbortController()
  })
  afterEach(async () => {
    stop.abort()
    await running.close()
    await installation.remove()
  })

  test.each([true, false])(
    'do not wait for those of other owners, and consumers handle them when the earlier ones have ended (committed: %s)',
    async (commits) => {
      const handled: PlatformEvent[] = []
      const seen: PlatformEvent[] = []
      consume(running, handled)
      await running.start()
      const reading = follow(running, { owner: 'ben', after: 0 }, seen, stop.signal)
      await append(running, ['clara'], 'first')
      await expect.poll(() => dataOf(handled)).toEqual(['first'])
      const slow = await appendSlowly(running, 'anna', 'slow')
      await append(running, ['ben'], 'quick')
      await expect.poll(() => dataOf(seen)).toEqual(['quick'])
      const { settled, last } = await readPositions(root)
      expect([settled, last]).toEqual([1, 3])
      expect(dataOf(handled)).toEqual(['first'])
      await slow.end({ commits })
      await expect.poll(() => dataOf(handled)).toEqual(['first', ...(commits ? ['slow'] : []), 'quick'])
      expect((await readPositions(root)).settled).toBe(3)
      stop.abort()
      await reading
    },
  )

  test('wait for those of the same owner, so that readers get the events in the order of the commits', async () => {
    const seen: PlatformEvent[] = []
    await running.start()
    const reading = follow(running, { owner: 'anna', after: 0 }, seen, stop.signal)
    const slow = await appendSlowly(running, 'anna', 'slow')
    const second = append(running, ['ben', 'anna'], 'second')
    await expect.poll(() => waitingStatements(root)).toBe(1)
    await slow.end({ commits: true })
    await second
    await expect.poll(() => dataOf(seen)).toEqual(['slow', 'second'])
    stop.abort()
    await reading
  })

  test('tell all processes the owners of their events after the commit, and tell nothing after a rollback', async () => {
    const database = await openDatabase(installation, pino({ level: 'silent' }))
    const told: string[] = []
    const unlisten = await database.listen(
      eventChannel,
      (owner) => told.push(owner),
      () => undefined,
    )
    const slow = await appendSlowly(running, 'late', null)
    await (await appendSlowly(running, 'never', null)).end({ commits: false })
    const many = Array.from({ length: 1_001 }, (_, number) => `owner ${number}`)
    await append(running, many)
    await expect.poll(() => told.length).toBe(many.length)
    expect(new Set(told)).toEqual(new Set(many))
    await slow.end({ commits: true })
    await expect.poll(() => told.slice(many.length)).toEqual(['late'])
    await unlisten()
    await database.close()
  })

  test('keep a partition into which they may still write', async () => {
    const slow = await appendSlowly(running, 'anna', 'kept')
    await append(running, ['ben'])
    await sql`update platform.events set created = created - interval '31 days'`.execute(root)
    // The next partition begins. After the deletion, the first partition has no committed event.
    await pruneEvents(root, 30, noAbort)
    await sql`delete from platform.events where owner = 'ben'`.execute(root)
    const pruning = pruneEvents(root, 30, noAbort)
    // A removal of the partition would wait for the open transaction, and then remove its event too.
    await pause(100)
    await slow.end({ commits: true })
    await pruning
    await append(running, ['anna'], 'later')
    const { rows } = await sql<PlatformEvent>`select data from platform.events order by position`.execute(root)
    expect(dataOf(rows)).toEqual(['kept', 'later'])
  })

  test('of many owners at once, in two processes, are handled once, and in the order of each owner', async () => {
    const [writers, perWriter, owners] = [8, 30, 5]
    const other = await openPlatform(installation)
    const handled: PlatformEvent[] = []
    const seen: PlatformEvent[] = []
    for (const each of [running, other]) consume(each, handled, 7)
    await Promise.all([running.start(), other.start()])
    const reading = follow(other, { owner: 'owner 1', after: 0 }, seen, stop.signal)
    const write = async (writer: number) => {
      for (let number = 0; number < perWriter; number += 1) {
        const { platform } = writer % 2 === 0 ? running : other
        const first = (writer + number) % owners
        // The transactions name their two owners in different orders.
        const named = [first, (first + 1 + (number % 2)) % owners]
        await platform
          .database('platform')
          .transaction()
          .execute(async (change) => {
            const data = `${writer}/${number}`
            await platform.events.append(
              change,
              named.map((owner) => ({ type, owner: `owner ${owner}`, data })),
            )
            if (number % 5 === writer % 5) await sql`select pg_sleep(0.005)`.execute(change)
          })
      }
    }
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
    const total = writers * perWriter * 2
    await expect.poll(() => handled.length).toBe(total)
    const positions = handled.map(({ position }) => position)
    expect(positions).toEqual(positions.toSorted((left, right) => left - right))
    expect(new Set(positions).size).toBe(total)
    await expect.poll(() => seen).toEqual(handled.filter(({ owner }) => owner === 'owner 1'))
    stop.abort()
    await reading
    await other.close()
  })
})

test.each(databaseKinds)(
  'an update from the earlier release takes over events, consumers and cursors, on %s',
  async (kind) => {
    const installation = await createInstallation(kind)
    const database = await openDatabase(installation, pino({ level: 'silent' }))
    await database.run('drop schema platform cascade')
    const earlier = await mkdtemp(join(tmpdir(), 'keepsake-migrations-'))
    for (const name of (await readdir(migrations)).filter((each) => each < '0010')) {
      await cp(new URL(name, migrations), join(earlier, name))
    }
    await migrate(database, 'platform', pathToFileURL(`${earlier}/`))
    const appendAsBefore = (owner: string, data: number) =>
      database.run(`select platform.append_events(7215001, $1::jsonb, 'platform_events', array[$2])`, [
        JSON.stringify([{ type, owner, data }]),
        owner,
      ])
    for (const [number, owner] of ['anna', 'ben', 'anna', 'ben', 'anna', 'ben'].entries()) {
      await appendAsBefore(owner, number + 1)
    }
    await database.run('delete from platform.events where position <= 2')
    await database.run('update platform.event_retention set dropped_to = 2')
    await database.run(`insert into platform.event_consumers (name, position) values ('test.all', 4)`)
    await migrate(database, 'platform', migrations)
    await appendAsBefore('ben', 7)
    await database.close()

    const running = await openPlatform(installation)
    const handled: PlatformEvent[] = []
    const anna: PlatformEvent[] = []
    const late: PlatformEvent[] = []
    consume(running, handled)
    await running.start()
    const stop = new AbortController()
    // To a reader without events, the earlier release sent the last position of all accounts. Clara is such a reader,
    // and resumes after this position.
    const reading = [
      follow(running, { owner: 'anna', after: 3 }, anna, stop.signal),
      follow(running, { owner: 'clara', after: 6 }, late, stop.signal),
    ]
    await append(running, ['anna', 'clara'], 8)
    await expect.poll(() => dataOf(handled)).toEqual([5, 6, 7, 8, 8])
    await expect.poll(() => dataOf(anna)).toEqual([5, 8])
    await expect.poll(() => dataOf(late)).toEqual([8])
    const removed = (owner: string, after: number) => running.platform.events.removedTo({ owner, after })
    expect(await Promise.all([removed('anna', 1), removed('anna', 2), removed('dora', 1), removed('dora', 2)])).toEqual(
      [2, null, 2, null],
    )
    stop.abort()
    await Promise.all(reading)
    await running.close()
    await installation.remove()
    await rm(earlier, { recursive: true })
  },
)
