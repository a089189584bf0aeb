import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningPlatform } from '../../../services/platform/createPlatform.ts'
import type { PlatformEvent } from '../../../services/platform/platform.ts'
import { createInstallation, databaseKinds, type Installation } from '../../support/database.ts'
import { openPlatform } from '../../support/platform.ts'

type NewEvent = Omit<PlatformEvent, 'position'>

function appendTo({ platform }: RunningPlatform, events: readonly NewEvent[]): Promise<void> {
  return platform
    .database('platform')
    .transaction()
    .execute((transaction) => platform.events.append(transaction, events))
}

async function collect(events: AsyncIterable<readonly PlatformEvent[]>, into: PlatformEvent[]): Promise<void> {
  for await (const page of events) into.push(...page)
}

describe.each(databaseKinds)('on %s', (kind) => {
  let installation: Installation
  let running: RunningPlatform
  const consumed: PlatformEvent[] = []
  const failures = new Map<string, number>()

  beforeAll(async () => {
    installation = await createInstallation(kind)
    running = await openPlatform(installation)
    const { platform } = running
    platform.events.consume({
      name: 'test.copy',
      database: platform.database('platform'),
      types: ['copied', 'stubborn'],
      async handle(events, transaction) {
        for (const event of events) {
          const left = failures.get(event.type) ?? 0
          await sql`insert into public.copies values (${event.position})`.execute(transaction)
          if (left > 0) {
            failures.set(event.type, left - 1)
            throw new Error('not yet')
          }
          consumed.push(event)
        }
      },
    })
    await sql`create table public.copies (position int8)`.execute(platform.database('platform'))
    await running.start()
  })
  afterAll(async () => {
    await running.close()
    await installation.remove()
  })

  test('a subscriber gets, in order, the new events of the owner and of the types that it asked for', async () => {
    await appendTo(running, [{ type: 'seen', owner: 'anna', data: { number: 0 } }])
    const stop = new AbortController()
    const got: PlatformEvent[] = []
    const done = collect(running.platform.events.subscribe({ owner: 'anna', types: ['seen'] }, stop.signal), got)
    // The first event that arrives shows that the subscription has started.
    const marked = async () => {
      await appendTo(running, [{ type: 'seen', owner: 'anna', data: 'mark' }])
      return got.length
    }
    await expect.poll(marked).toBeGreaterThan(0)
    await appendTo(running, [
      { type: 'seen', owner: 'anna', data: { number: 1 } },
      { type: 'seen', owner: 'ben', data: { number: 2 } },
      { type: 'unseen', owner: 'anna', data: { number: 3 } },
      { type: 'seen', owner: 'anna', data: { number: 4 } },
    ])
    const unmarked = () => got.map(({ data }) => data).filter((data) => data !== 'mark')
    await expect.poll(unmarked).toEqual([{ number: 1 }, { number: 4 }])
    stop.abort()
    await done
  })

  test('a subscriber with a position gets all later events', async () => {
    await appendTo(running, [{ type: 'later', owner: 'anna', data: 'missed 1' }])
    await appendTo(running, [{ type: 'later', owner: 'anna', data: 'missed 2' }])
    const stop = new AbortController()
    const got: PlatformEvent[] = []
    const done = collect(
      running.platform.events.subscribe({ owner: 'anna', types: ['later'], after: 0 }, stop.signal),
      got,
    )
    await expect.poll(() => got.map(({ data }) => data)).toEqual(['missed 1', 'missed 2'])
    await appendTo(running, [{ type: 'later', owner: 'anna', data: 'live' }])
    await expect.poll(() => got.map(({ data }) => data)).toEqual(['missed 1', 'missed 2', 'live'])
    stop.abort()
    await done
  })

  test('an event without a notification is found by polling', async () => {
    const stop = new AbortController()
    const got: PlatformEvent[] = []
    const filter = { owner: 'clara', types: ['found'], after: 0 }
    const done = collect(running.platform.events.subscribe(filter, stop.signal), got)
    await appendTo(running, [{ type: 'found', owner: 'clara', data: 'notified' }])
    await expect.poll(() => got.map(({ data }) => data)).toEqual(['notified'])
    await sql`insert into platform.events (type, owner, data) values ('found', 'clara', '"not notified"')`.execute(
      running.platform.database('platform'),
    )
    await expect.poll(() => got.map(({ data }) => data)).toEqual(['notified', 'not notified'])
    stop.abort()
    await done
  })

  test('an event of a transaction that is rolled back does not exist', async () => {
    const { platform } = running
    const rolledBack = platform
      .database('platform')
      .transaction()
      .execute(async (transaction) => {
        await platform.events.append(transaction, [{ type: 'never', owner: 'anna', data: {} }])
        throw new Error('changed its mind')
      })
    await expect(rolledBack).rejects.toThrow('changed its mind')
    const { rows } = await sql`select 1 from platform.events where type = 'never'`.execute(
      platform.database('platform'),
    )
    expect(rows).toEqual([])
  })

  test('a consumer handles each event once, in order, and stores its position in the same transaction', async () => {
    failures.set('stubborn', 2)
    await appendTo(running, [
      { type: 'copied', owner: 'anna', data: 1 },
      { type: 'stubborn', owner: 'ben', data: 2 },
      { type: 'copied', owner: 'anna', data: 3 },
    ])
    await expect.poll(() => consumed.at(-1)?.data).toBe(3)
    const positions = consumed.map(({ position }) => position)
    expect(positions).toEqual(positions.toSorted((left, right) => left - right))
    // Writes of failed attempts are rolled back; the last attempt commits after handling the events.
    const copied = async () => {
      const { rows } = await sql<{ position: number }>`select position from public.copies order by 1`.execute(
        running.platform.database('platform'),
      )
      return rows.map(({ position }) => position)
    }
    await expect.poll(copied).toEqual([...new Set(positions)].slice(-3))
  })

  test('a consumer handles all events of a transaction, even when they fill several pages', async () => {
    const many = Array.from({ length: 250 }, (_, number) => `one of many: ${number}`)
    await appendTo(
      running,
      many.map((data) => ({ type: 'copied', owner: 'anna', data })),
    )
    await expect.poll(() => consumed.at(-1)?.data).toBe(many.at(-1))
    expect(consumed.slice(-many.length).map(({ data }) => data)).toEqual(many)
  })

  test('a consumer’s position advances past many events of other types', async () => {
    await appendTo(
      running,
      Array.from({ length: 200 }, (_, number) => ({ type: 'ignored', owner: 'anna', data: number })),
    )
    const last = await running.platform.events.lastPosition('anna')
    const reached = async () => {
      const { rows } = await sql<{ position: number }>`
        select handled_to as position from platform.event_consumers where name = 'test.copy'`.execute(
        running.platform.database('platform'),
      )
      return rows[0]?.position
    }
    await expect.poll(reached).toBe(last)
  })

  test('no reader misses an event while many writers append events concurrently', async () => {
    const [writers, perWriter] = [8, 25]
    const stop = new AbortController()
    const got: PlatformEvent[] = []
    const done = collect(
      running.platform.events.subscribe({ owner: 'crowd', types: ['crowded'], after: 0 }, stop.signal),
      got,
    )
    const write = async (writer: number) => {
      for (let number = 0; number < perWriter; number += 1) {
        await running.platform
          .database('platform')
          .transaction()
          .execute(async (transaction) => {
            await running.platform.events.append(transaction, [
              { type: 'crowded', owner: 'crowd', data: `${writer}/${number}` },
            ])
            // Other writers would commit later positions during this pause if they did not wait.
            if (number % 5 === writer % 5) await sql`select pg_sleep(0.003)`.execute(transaction)
          })
      }
    }
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
    await expect.poll(() => got.length).toBe(writers * perWriter)
    const positions = got.map(({ position }) => position)
    expect(positions).toEqual(positions.toSorted((left, right) => left - right))
    expect(new Set(got.map(({ data }) => data)).size).toBe(writers * perWriter)
    stop.abort()
    await done
  })

  test('a subscription ends when it is aborted, even while it waits', async () => {
    const stop = new AbortController()
    const done = collect(running.platform.events.subscribe({ owner: 'nobody', types: ['x'] }, stop.signal), [])
    await new Promise((resolve) => setImmediate(resolve))
    stop.abort()
    await expect(done).resolves.toBeUndefined()
  })
})

describe('on a PostgreSQL server shared by two processes', () => {
  test('an event of one process wakes and reaches the other process, and only one of the two handles the event', async () => {
    const installation = await createInstallation('a PostgreSQL server')
    const [one, other] = [await openPlatform(installation), await openPlatform(installation)]
    const handled: unknown[] = []
    for (const { platform } of [one, other]) {
      platform.events.consume({
        name: 'test.shared',
        database: platform.database('platform'),
        types: ['shared'],
        async handle(events) {
          handled.push(...events.map(({ data }) => data))
        },
      })
    }
    await Promise.all([one.start(), other.start()])
    const stop = new AbortController()
    const got: PlatformEvent[] = []
    const done = collect(
      other.platform.events.subscribe({ owner: 'anna', types: ['shared'], after: 0 }, stop.signal),
      got,
    )
    const numbers = Array.from({ length: 20 }, (_, number) => number)
    for (const data of numbers) await appendTo(one, [{ type: 'shared', owner: 'anna', data }])
    await expect.poll(() => got.map(({ data }) => data)).toEqual(numbers)
    await expect.poll(() => handled).toEqual(numbers)
    stop.abort()
    await done
    await one.close()
    await other.close()
    await installation.remove()
  })
})
