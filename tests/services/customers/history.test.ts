import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { writeAccounts } from '../../../services/customers/accounts.ts'
import { handleAccountEvents, accountConsumer, orderPlaced } from '../../../services/customers/accountEvents.ts'
import { remindAll } from '../../../services/customers/reminders.ts'
import { deleteDue } from '../../../services/customers/retention.ts'
import { seededRandom } from '../../support/random.ts'
import { IsolatedAccounts } from './support.ts'
import { readPositions } from '../../../services/platform/eventPositions.ts'

const hour = 3_600_000
const day = 24 * hour
const begin = Date.UTC(2022, 4, 20)
/** Outages begin only before this day. All original deletion dates are in the first 12 days. */
const troubledDays = 14
const days = 48
const accounts = 40

// Every account has photos.
const isolated = new IsolatedAccounts('a PostgreSQL server', (ownerIds) => ownerIds)

async function place(owner: string, moment: number): Promise<void> {
  const placed = new Date(moment).toISOString()
  const event = { type: orderPlaced, owner, data: { orderCode: placed, placed } }
  await isolated.database.transaction().execute((change) => isolated.platform.events.append(change, [event]))
}

/** Handles all new events in one page, like the consumer. */
async function handle(): Promise<void> {
  await isolated.database.transaction().execute(async (change) => {
    const { rows } = await sql<{ position: number; type: string; owner: string; data: unknown }>`
      select position, type, owner, data from platform.events where type = ${orderPlaced} and position > coalesce(
        (select handled_to from platform.event_consumers where name = ${accountConsumer}), 0
      ) order by position`.execute(change)
    await handleAccountEvents(rows, change, isolated.platform.log)
    await sql`
      insert into platform.event_consumers (name, handled_to) values (${accountConsumer}, ${rows.at(-1)?.position ?? 0})
      on conflict (name) do update set handled_to = greatest(event_consumers.handled_to, excluded.handled_to)`.execute(
      change,
    )
  })
}

/**
 * The deletions. Each has the number of last reminders of this deletion, and the number of orders that should have
 * prevented it.
 */
async function readDeletions() {
  const { rows } = await sql<{ position: number; owner: string; before: Date; reminders: number; orders: number }>`
    select due.position, due.owner, (due.data->>'before')::timestamptz as before,
      (select count(*)::integer from customers.reminders where account_id = due.owner::uuid
        and deletion_at = (due.data->>'before')::timestamptz and number = 4) as reminders,
      (select count(*)::integer from platform.events as ordered
        where ordered.type = ${orderPlaced} and ordered.owner = due.owner and ordered.position < due.position
          and (ordered.data->>'placed')::timestamptz > (due.data->>'before')::timestamptz - interval '18 months') as orders
    from platform.events as due where type = 'library.retention-due' order by position`.execute(isolated.database)
  return rows
}

test('in any history of orders, delays and outages photos are deleted only after the last reminder, and never while an order keeps them', async () => {
  const random = seededRandom(2022)
  const ids = Array.from({ length: accounts }, () => randomUUID())
  const untouched = ids.slice(0, 10)
  await writeAccounts(
    isolated.database,
    ids.map((id) => {
      const registered = new Date(begin + (2 + random() * 10) * day)
      registered.setUTCMonth(registered.getUTCMonth() - 18)
      return {
        id,
        email: `${id}@example.com`,
        name: null,
        locale: null,
        brand: null,
        confirmed: true,
        business: false,
        registered: registered.toISOString(),
      }
    }),
  )
  const runs: { now: number; position: number }[] = []
  for (let now = begin; now < begin + days * day; now += hour * (6 + random() * 6)) {
    const id = ids[untouched.length + Math.floor(random() * (ids.length - untouched.length))] ?? ''
    if (random() < 0.2) await place(id, now - random() * day)
    if (random() < 0.5) await handle()
    // Changes a row as a restored backup, a mistake or a withdrawn delay would.
    if (random() < 0.1)
      await sql`update customers.accounts set last_order_at = null where id = ${id}`.execute(isolated.database)
    if (random() < 0.1 && now < begin + troubledDays * day) now += random() * 5 * day
    await Promise.all([
      deleteDue(isolated.platform, isolated.database, new Date(now)),
      deleteDue(isolated.platform, isolated.database, new Date(now)),
    ])
    await remindAll(isolated.platform, isolated.database, new Date(now))
    runs.push({ now, position: (await readPositions(isolated.database)).settled })
  }
  const deletions = await readDeletions()
  for (const { position, before, reminders, orders } of deletions) {
    expect({ reminders, orders }).toEqual({ reminders: 1, orders: 0 })
    const late = (runs.find((run) => run.position >= position)?.now ?? 0) - before.getTime()
    expect(late >= 0 && late < day).toBe(true)
  }
  // In the end, the photos of all accounts without orders are deleted.
  const gone = deletions.map(({ owner }) => owner)
  expect(new Set(gone).size).toBe(gone.length)
  expect(untouched.filter((id) => !gone.includes(id))).toEqual([])
})
