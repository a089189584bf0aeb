import { type Kysely, sql } from 'kysely'
import { v5 as uuidv5 } from 'uuid'
import { demoAccounts, demoOrders } from '../platform/demo.ts'
import { type EntryTexts, insertEntry } from './gallery/entries.ts'
import { orderCodeOf } from './orderedBooks.ts'
import { lockOrder } from './storing.ts'
import type { WidgetsTables } from './tables.ts'

/** An arbitrary UUID: the namespace of the ids of the links. */
const namespace = '1b0d9e57-6f0e-4c7c-9a35-0d4f6d6f2c18'
/** The gallery of the brand of the demo accounts. */
const [brand, channel] = ['keepsake', 'k']
const [anna] = demoAccounts

/**
 * The last entry is for the book of the customer's first order in `demoOrders`. The other entries are for the books
 * before it in the list, which get their photos earlier.
 */
const entries: readonly EntryTexts[] = [
  {
    title: 'Mountains and lakes',
    description: 'Our favourite walks.\nWe went up early, for the light.',
    categoryIds: ['nature', 'travel'],
  },
  { title: 'A year outdoors', description: 'One picture for each week of the year.', categoryIds: ['years', 'nature'] },
  {
    title: 'A week in Brittany',
    description: 'Seven days by the sea, in all weathers.',
    categoryIds: ['travel', 'family'],
  },
]

/**
 * Publishes books of the demo account, each once: an entry that was removed stays removed.
 * @param codes of all books of demo orders, newest order first
 */
export async function addDemoEntries(database: Kysely<WidgetsTables>, codes: readonly string[]): Promise<void> {
  const named = demoOrders.find(({ accountId }) => accountId === anna.id)
  const last = codes.indexOf(`${named?.code}-1`)
  for (const [index, texts] of entries.entries()) {
    const code = codes[last - entries.length + 1 + index]
    if (code !== undefined) await publishOnce(database, code, texts)
  }
}

/** The book need not be ready: the gallery shows the entry only when it is. */
async function publishOnce(database: Kysely<WidgetsTables>, code: string, texts: EntryTexts): Promise<void> {
  const linkId = uuidv5(code, namespace)
  await database.transaction().execute(async (change) => {
    await lockOrder(change, orderCodeOf(code))
    // The row of the link stays when its entry is removed, so it shows that the entry was published once.
    const { rows } = await sql`
      select from widgets.widgets where code = ${code} and account_id = ${anna.id}
        and not exists (select from widgets.links where id = ${linkId})
        and not exists (select from widgets.gallery_entries
          where gallery_entries.code = widgets.code and channel = ${channel})`.execute(change)
    if (rows.length > 0) await insertEntry(change, { accountId: anna.id, code, channel }, texts, { id: linkId, brand })
  })
}
