import { createHmac, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { addressGroup } from '../../../http/addressGroup.ts'
import type { WidgetsTables } from '../tables.ts'

/** Counts the views of links. */
export interface Views {
  /** Counts a visitor at most once per link and day (UTC), even if several replicas are asked at the same time. */
  count(linkId: string, visitor: { readonly address: string; readonly browser: string | undefined }): Promise<void>
}

/**
 * The visitor is stored as a hash with a random key that changes every day, so the rows of different days cannot be
 * attributed to one visitor. All replicas use the key in the database.
 */
export function createViews(database: Kysely<WidgetsTables>): Views {
  let known: { readonly day: string; readonly key: string } | undefined
  const keyOf = async (day: string): Promise<string> => {
    if (known?.day !== day) known = { day, key: await readOrMakeKey(database, day) }
    return known.key
  }
  return {
    async count(linkId, { address, browser }) {
      const day = new Date().toISOString().slice(0, 10)
      const visitor = createHmac('sha256', await keyOf(day))
        .update(`${linkId}\n${addressGroup(address)}\n${kindOf(browser ?? '')}`)
        .digest('base64url')
        .slice(0, 22)
      await sql`
        with first as (
          insert into widgets.views (link_id, day, visitor)
          select id, ${day}::date, ${visitor} from widgets.links where id = ${linkId}
          on conflict do nothing returning link_id
        )
        update widgets.links set views_count = views_count + 1 where id in (select link_id from first)`.execute(
        database,
      )
    },
  }
}

async function readOrMakeKey(database: Kysely<WidgetsTables>, day: string): Promise<string> {
  const key = randomBytes(32).toString('base64url')
  // The update changes nothing. It makes the statement return the key that another replica has stored.
  const { key: stored } = await database
    .insertInto('view_keys')
    .values({ day, key })
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ day }))
    .returning('key')
    .executeTakeFirstOrThrow()
  return stored
}

const browsers = ['Edg', 'OPR', 'SamsungBrowser', 'Firefox', 'FxiOS', 'CriOS', 'Chrome', 'Safari']
const systems = ['Windows', 'Android', 'iPhone', 'iPad', 'Macintosh', 'CrOS', 'Linux']

/**
 * The kind of a browser, such as `Firefox Windows`. The whole header would let one address count as often as it wants,
 * and fill the table.
 */
function kindOf(userAgent: string): string {
  const find = (names: readonly string[]) => names.find((name) => userAgent.includes(name)) ?? 'other'
  return `${find(browsers)} ${find(systems)}`
}
