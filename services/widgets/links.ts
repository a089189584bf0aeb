import { type Kysely, type Selectable, sql } from 'kysely'
import { v4 as uuidv4 } from 'uuid'
import { lockReadyWidget } from './access.ts'
import type { WidgetsContext } from './context.ts'
import type { LinksTable, WidgetsTables } from './tables.ts'

export type Link = Selectable<LinksTable>

/** Maximum number of links that a list returns: the newest ones. */
const maximumListed = 500

/** The links of a book of the account, newest first, including those that have ended. */
export async function listLinks(
  database: Kysely<WidgetsTables>,
  accountId: string,
  code: string,
): Promise<readonly Link[]> {
  return database
    .selectFrom('links')
    .selectAll()
    .where('code', '=', code)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maximumListed)
    .execute()
}

/**
 * Ends a link; it cannot work again. Ending it twice changes nothing.
 * @returns false if the book of the account has no such link
 */
export async function endLink(
  database: Kysely<WidgetsTables>,
  { accountId, code, linkId }: { readonly accountId: string; readonly code: string; readonly linkId: string },
): Promise<boolean> {
  const ended = await database
    .updateTable('links')
    .set({ ended_at: sql<Date>`coalesce(ended_at, clock_timestamp())` })
    .where('id', '=', linkId)
    .where('code', '=', code)
    .where('account_id', '=', accountId)
    // A gallery link ends with its entry.
    .where('kind', '<>', 'gallery')
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/**
 * Finds the public link of a book. Makes one if there is none.
 * @throws Problem 404 if the account has no such widget, 409 if the book is blocked, deleted or not ready
 */
export async function putPublicLink(
  { database }: Pick<WidgetsContext, 'database'>,
  { accountId, code, brand }: { readonly accountId: string; readonly code: string; readonly brand: string | null },
): Promise<Link> {
  return database.transaction().execute(async (change) => {
    // The lock makes two simultaneous calls create only one link.
    await lockReadyWidget(change, accountId, code)
    const found = await change
      .selectFrom('links')
      .selectAll()
      .where('code', '=', code)
      .where('kind', '=', 'public')
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    return (
      found ??
      change
        .insertInto('links')
        .values(publicLink(accountId, code, brand))
        .returningAll()
        .executeTakeFirstOrThrow()
    )
  })
}

function publicLink(accountId: string, code: string, brand: string | null) {
  return {
    // A random UUID: UUIDs of version 7 contain their time of creation, which readers of the address must not learn.
    id: uuidv4(),
    code,
    account_id: accountId,
    kind: 'public',
    recipient_email: null,
    recipient_key: null,
    sender_name: null,
    message: null,
    brand,
    locale: null,
    expires_at: null,
    mail_state: null,
  } as const
}
