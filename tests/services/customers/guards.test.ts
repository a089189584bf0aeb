import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { readContact, readInformation, writeAccounts } from '../../../services/customers/accounts.ts'
import { resetClocks, setClock } from '../../../services/customers/clock.ts'
import { handleAccountEvents } from '../../../services/customers/accountEvents.ts'
import { setPause } from '../../../services/customers/pause.ts'
import { deleteDue, retentionQueue } from '../../../services/customers/retention.ts'
import { type DatabaseKind, databaseKinds } from '../../support/database.ts'
import { IsolatedAccounts, addAccount, markReminded } from './support.ts'

/** A database of accounts for tests, and a retention run on it. */
function setUpAccounts(kind: DatabaseKind) {
  const filled = new Set<string>()
  const isolated = new IsolatedAccounts(kind, (ownerIds) => ownerIds.filter((id) => filled.has(id)))

  /** An account with photos whose deletion date was this many hours ago, and whose owner was warned. */
  async function addDue(hours: number): Promise<string> {
    const id = await addAccount(isolated.database, '2020-01-01T00:00:00Z')
    const delayed = new Date(Date.now() - hours * 3_600_000)
    await isolated.database.updateTable('accounts').set({ delayed_at: delayed }).where('id', '=', id).execute()
    await markReminded(isolated.database, id)
    filled.add(id)
    return id
  }

  const runNow = () => retentionQueue(isolated.platform, isolated.database).run({}, AbortSignal.timeout(60_000))
  return { filled, isolated, addDue, runNow }
}

describe.each(databaseKinds)('safety checks of retention, on %s', (kind) => {
  const { filled, isolated, addDue, runNow } = setUpAccounts(kind)

  test('photos stay for another month if their owner did not get the last reminder, or if their deletion date passed more than a day ago', async () => {
    const [warned, unwarned, late, soon, inTime] = [
      await addDue(1),
      await addDue(1),
      await addDue(25),
      await addDue(-11),
      await addDue(-13),
    ]
    await isolated.database
      .updateTable('accounts')
      .set({ reminded: 3 })
      .where('id', 'in', [unwarned, soon, inTime])
      .execute()
    await runNow()
    await runNow()
    expect([
      (await isolated.deletionsOf(warned)).length,
      await isolated.deletionsOf(unwarned),
      await isolated.deletionsOf(late),
    ]).toEqual([1, [], []])
    const ofInTime = isolated.database.selectFrom('accounts').select('reminded').where('id', '=', inTime)
    expect(await ofInTime.executeTakeFirst()).toEqual({ reminded: 4 })
    for (const id of [unwarned, late, soon]) {
      const { delayedDeletionDate } = (await readInformation(isolated.database, id)) ?? {}
      const days = (Date.parse(delayedDeletionDate ?? '') - Date.now()) / 86_400_000
      expect(days).toBeGreaterThan(27)
      expect(days).toBeLessThan(32)
      const account = isolated.database.selectFrom('accounts').select('reminded').where('id', '=', id)
      // 2 is the number of the first reminder that is due for the new date.
      expect(await account.executeTakeFirst()).toEqual({ reminded: 2 })
    }
  })

  test('a registration that arrives late, or with a very old date, deletes no photos without a warning', async () => {
    const id = await addAccount(isolated.database, '2021-05-01T00:00:00Z')
    filled.add(id)
    const event = (registered: string) => ({
      position: 0,
      type: 'account.registered',
      owner: id,
      data: { email: 'mira@example.com', name: 'Mira', locale: null, brand: null, registered },
    })
    for (const registered of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z']) {
      await isolated.database
        .transaction()
        .execute((change) => handleAccountEvents([event(registered)], change, isolated.platform.log))
    }
    await runNow()
    expect(await isolated.deletionsOf(id)).toEqual([])
    expect((await readInformation(isolated.database, id))?.registrationDate).toBe('1970-01-01T00:00:00.000Z')
  })

  test('an order keeps the photos even if the date of the account’s last order was never updated', async () => {
    const id = await addAccount(isolated.database, '2021-05-02T00:00:00Z')
    await isolated.database
      .insertInto('orders')
      .values({ account_id: id, code: 'lost', placed_at: new Date('2022-10-01') })
      .execute()
    await deleteDue(isolated.platform, isolated.database, new Date('2022-11-02'))
    expect(await isolated.deletionsOf(id)).toEqual([])
    expect(await readInformation(isolated.database, id)).toMatchObject({ lastOrderDate: '2022-10-01T00:00:00.000Z' })
  })

  test('an order that was missed when its account was inserted is found when the account’s registration arrives', async () => {
    const id = await addAccount(isolated.database, '2021-05-03T00:00:00Z')
    const placed_at = new Date('2022-10-02')
    await isolated.database.insertInto('orders').values({ account_id: id, code: 'raced', placed_at }).execute()
    const facts = { name: null, locale: null, brand: null, confirmed: true, business: false }
    const account = { ...facts, id, email: 'mira@example.com', registered: '2020-05-03T00:00:00Z' }
    await writeAccounts(isolated.database, [account])
    expect(await readInformation(isolated.database, id)).toMatchObject({ lastOrderDate: placed_at.toISOString() })
  })

  test('registrations of one account that are handled together add up', async () => {
    const id = randomUUID()
    const events = [
      {
        email: 'a@example.com',
        name: 'Mira',
        locale: 'nl-NL',
        brand: 'lumina',
        registered: '2020-05-03T00:00:00.000Z',
      },
      {
        email: 'b@example.com',
        name: 'Mira',
        locale: null,
        brand: null,
        registered: '2021-05-03T00:00:00.000Z',
        business: true,
      },
    ].map((data, position) => ({ position, type: 'account.registered', owner: id, data }))
    await isolated.database
      .transaction()
      .execute((change) => handleAccountEvents(events, change, isolated.platform.log))
    const facts = { email: 'b@example.com', locale: 'nl-NL', brand: 'lumina', business: true }
    expect(await readContact(isolated.database, id)).toMatchObject(facts)
    expect((await readInformation(isolated.database, id))?.registrationDate).toBe('2020-05-03T00:00:00.000Z')
  })

  test('a registration or an order with a future date counts as of today, even on a machine whose clock is ahead', async () => {
    const id = randomUUID()
    const day = 86_400_000
    const now = Date.now()
    const event = (type: string, data: object) => ({ position: 0, type, owner: id, data })
    const handle = (...events: ReturnType<typeof event>[]) =>
      isolated.database.transaction().execute((change) => handleAccountEvents(events, change, isolated.platform.log))
    const ahead = new Date(now + 400 * day).toISOString()
    const profile = { email: 'mira@example.com', name: 'Mira', locale: null, brand: null }
    await handle(event('account.registered', { ...profile, registered: ahead }))
    const daysAhead = (date: string | null | undefined) => Math.round((Date.parse(date ?? '') - now) / day)
    expect(daysAhead((await readInformation(isolated.database, id))?.registrationDate)).toBe(0)
    await handle(event('order.placed', { orderCode: 'ahead', placed: ahead }))
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 401 * day)
    try {
      // The embedded database has the same clock as the process.
      if (isolated.hasServer) await handle(event('order.placed', { orderCode: 'further ahead', placed: ahead }))
    } finally {
      clock.mockRestore()
    }
    expect(daysAhead((await readInformation(isolated.database, id))?.lastOrderDate)).toBe(0)
  })

  test('nothing is deleted while retention is paused', async () => {
    const id = await addDue(1)
    await setPause(isolated.database, new Date(Date.now() + 3_600_000))
    await runNow()
    expect(await isolated.deletionsOf(id)).toEqual([])
    await setPause(isolated.database, null)
    await runNow()
    expect(await isolated.deletionsOf(id)).toHaveLength(1)
  })

  test('a clock that the demo moved deletes nothing once the demo is switched off', async () => {
    const id = await addAccount(isolated.database, new Date().toISOString())
    const before = await readInformation(isolated.database, id)
    await setClock(isolated.database, id, new Date(Date.now() - 60_000))
    filled.add(id)
    await resetClocks(isolated.database)
    await runNow()
    expect(await isolated.deletionsOf(id)).toEqual([])
    expect(await readInformation(isolated.database, id)).toEqual(before)
  })
})

// The embedded database has no clock of its own.
describe('safety checks of retention with a database server', () => {
  const { isolated, addDue, runNow } = setUpAccounts('a PostgreSQL server')

  test('a machine whose clock is ahead of the database deletes nothing', async () => {
    const id = await addDue(-24)
    const before = await readInformation(isolated.database, id)
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 25 * 3_600_000)
    try {
      await runNow()
    } finally {
      clock.mockRestore()
    }
    expect(await isolated.deletionsOf(id)).toEqual([])
    expect(await readInformation(isolated.database, id)).toEqual(before)
    // With the same clock as the database, the photos are deleted when their date has come.
    const due = await addDue(1)
    await runNow()
    expect(await isolated.deletionsOf(due)).toHaveLength(1)
  })
})
