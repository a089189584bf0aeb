import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readInformation } from '../../../services/customers/accounts.ts'
import { handleAccountEvents, accountConsumer, orderPlaced } from '../../../services/customers/accountEvents.ts'
import { deleteDue } from '../../../services/customers/retention.ts'
import { databaseKinds } from '../../support/database.ts'
import { IsolatedAccounts, addAccount, addAccounts } from './support.ts'
import { readPositions } from '../../../services/platform/eventPositions.ts'

/**
 * Times of the registration, of the last order and of the deletion. The deletion is 18 calendar months after the later
 * of the other two, at the same time of day in UTC.
 */
const rules: readonly [registered: string, ordered: string | null, deleted: string][] = [
  ['2021-01-01T00:00:00.000Z', null, '2022-07-01T00:00:00.000Z'],
  // February has no 31st, so the date is the last day of the month.
  ['2020-08-31T23:59:59.999Z', null, '2022-02-28T23:59:59.999Z'],
  ['2018-08-31T12:00:00.000Z', null, '2020-02-29T12:00:00.000Z'],
  ['2018-08-29T12:00:00.000Z', null, '2020-02-29T12:00:00.000Z'],
  ['2020-02-29T06:30:00.000Z', null, '2021-08-29T06:30:00.000Z'],
  ['2020-12-31T00:00:00.000Z', null, '2022-06-30T00:00:00.000Z'],
  // Hours that are skipped or repeated by daylight saving time in Europe need no special rule.
  ['2020-09-29T01:30:00.000Z', null, '2022-03-29T01:30:00.000Z'],
  ['2021-04-26T00:30:00.000Z', null, '2022-10-26T00:30:00.000Z'],
  ['2016-01-01T00:00:00.000Z', '2021-05-31T08:00:00.000Z', '2022-11-30T08:00:00.000Z'],
  // An order before the registration does not shorten the period.
  ['2021-06-15T08:00:00.000Z', '2020-01-01T00:00:00.000Z', '2022-12-15T08:00:00.000Z'],
]

const order = (owner: string, placed: string) => ({
  type: orderPlaced,
  owner,
  data: { orderCode: placed, placed },
})

const justBefore = (moment: string) => new Date(Date.parse(moment) - 1).toISOString()

describe.each(databaseKinds)('the dates of retention, on %s', (kind) => {
  // No account has photos, so no reminders are needed.
  const isolated = new IsolatedAccounts(kind, () => [])

  async function append(owner: string, placed: string): Promise<void> {
    await isolated.database
      .transaction()
      .execute((change) => isolated.platform.events.append(change, [order(owner, placed)]))
  }

  /** Handles the event of an order, like the consumer. */
  async function handle(owner: string, placed: string): Promise<void> {
    await isolated.database
      .transaction()
      .execute((change) =>
        handleAccountEvents([{ position: 0, ...order(owner, placed) }], change, isolated.platform.log),
      )
  }

  /** Moves the consumer's position to the end, as if all events were handled. */
  async function handleAll(): Promise<void> {
    const { settled: position } = await readPositions(isolated.database)
    await sql`
      insert into platform.event_consumers (name, handled_to) values (${accountConsumer}, ${position})
      on conflict (name) do update set handled_to = excluded.handled_to`.execute(isolated.database)
  }

  const run = (now: string) => deleteDue(isolated.platform, isolated.database, new Date(now))

  test.each(rules)(
    'after a registration at %s and an order at %s, the photos are deleted at %s, not earlier',
    async (registered, ordered, date) => {
      const id = await addAccount(isolated.database, registered)
      if (ordered) await handle(id, ordered)
      expect((await readInformation(isolated.database, id))?.projectedDeletionDate).toBe(date)
      await run(justBefore(date))
      expect(await isolated.deletionsOf(id)).toEqual([])
      await run(date)
      await run(date)
      expect(await isolated.deletionsOf(id)).toEqual([date.replace('Z', '000Z')])
      // After the deletion, another 18 months begin.
      expect((await readInformation(isolated.database, id))?.projectedDeletionDate.slice(0, 4)).toMatch(/202[1-4]/)
    },
  )

  test('a delayed deletion date replaces the computed date, and is used only once', async () => {
    const id = await addAccount(isolated.database, '2021-01-01T00:00:00Z')
    await isolated.database
      .updateTable('accounts')
      .set({ delayed_at: new Date('2022-08-01') })
      .where('id', '=', id)
      .execute()
    await run('2022-07-31T23:59:59.999Z')
    expect(await isolated.deletionsOf(id)).toEqual([])
    await run('2022-08-01T00:00:00Z')
    expect(await isolated.deletionsOf(id)).toEqual(['2022-08-01T00:00:00.000000Z'])
    expect(await readInformation(isolated.database, id)).toMatchObject({
      delayedDeletionDate: null,
      projectedDeletionDate: '2024-02-01T00:00:00.000Z',
    })
  })

  test('an order in the last minute keeps the photos, even if its event was not processed yet', async () => {
    const [handled, unhandled, none] = [
      await addAccount(isolated.database, '2021-03-01T00:00:00Z'),
      await addAccount(isolated.database, '2021-03-01T00:00:00Z'),
      await addAccount(isolated.database, '2021-03-01T00:00:00Z'),
    ]
    await handle(handled, '2022-08-31T23:59:59Z')
    await append(unhandled, '2022-08-31T23:59:59Z')
    await run('2022-09-01T00:00:00Z')
    await run('2022-09-01T01:00:00Z')
    expect([
      await isolated.deletionsOf(handled),
      await isolated.deletionsOf(unhandled),
      (await isolated.deletionsOf(none)).length,
    ]).toEqual([[], [], 1])
    await handle(unhandled, '2022-08-31T23:59:59Z')
    await handleAll()
    await run('2022-09-01T02:00:00Z')
    expect(await isolated.deletionsOf(unhandled)).toEqual([])
    expect((await readInformation(isolated.database, unhandled))?.projectedDeletionDate).toBe(
      '2024-02-29T23:59:59.000Z',
    )
  })

  test('a run waits for an order that is being committed', async () => {
    const id = await addAccount(isolated.database, '2021-03-02T00:00:00Z')
    const [started, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const ordering = isolated.database.transaction().execute(async (change) => {
      await isolated.platform.events.append(change, [order(id, '2022-09-01T23:59:59Z')])
      started.resolve()
      await committed.promise
    })
    await started.promise
    const deleting = run('2022-09-02T00:00:00Z')
    // The run cannot finish before the order is committed.
    const first = await Promise.race([deleting.then(() => 'the run'), new Promise((done) => setTimeout(done, 200))])
    expect(first).toBeUndefined()
    committed.resolve()
    await ordering
    await deleting
    expect(await isolated.deletionsOf(id)).toEqual([])
  })

  test('an order after the deletion starts another 18 months, and restores nothing', async () => {
    const id = await addAccount(isolated.database, '2021-03-03T00:00:00Z')
    await run('2022-09-03T00:00:00Z')
    await handle(id, '2022-09-03T00:00:01Z')
    expect(await isolated.deletionsOf(id)).toHaveLength(1)
    expect((await readInformation(isolated.database, id))?.projectedDeletionDate).toBe('2024-03-03T00:00:01.000Z')
  })

  test('with two concurrent runs and orders, the photos of each account are deleted once, or the account has a new order', async () => {
    const ids = await addAccounts(isolated.database, '2021-04-01T00:00:00Z', 300)
    await handleAll()
    const ordered = ids.filter((_, index) => index % 3 === 0)
    const [early, late] = [ordered.slice(0, 50), ordered.slice(50)]
    for (const id of early) await append(id, '2022-09-30T23:59:00Z')
    const orders = async () => {
      for (const id of late) await append(id, '2022-09-30T23:59:00Z')
    }
    const date = new Date('2022-10-01T00:00:00Z')
    const elsewhere = deleteDue(isolated.otherPlatform, isolated.otherPlatform.database('customers'), date)
    await Promise.all([orders(), run(date.toISOString()), elsewhere])
    await run('2022-10-01T00:00:00Z')
    const { rows } = await sql<{ owner: string; types: string[] }>`
      select owner, array_agg(type order by position) as types from platform.events
      where owner = any(${ids}::text[]) group by owner`.execute(isolated.database)
    const histories = new Map(rows.map(({ owner, types }) => [owner, types.join(' ')]))
    const due = 'library.retention-due'
    for (const id of ids) {
      const [kept, tooLate] = [orderPlaced, `${due} ${orderPlaced}`]
      const wanted = early.includes(id) ? [kept] : late.includes(id) ? [kept, tooLate] : [due]
      expect(wanted).toContain(histories.get(id))
    }
  })
})
