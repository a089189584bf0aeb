import { sql, type Transaction } from 'kysely'
import { v4 as uuidv4 } from 'uuid'
import { Problem } from '../../platform/problems.ts'
import { lockReadyWidget } from '../access.ts'
import type { WidgetsContext } from '../context.ts'
import type { Link } from '../links.ts'
import type { WidgetsTables } from '../tables.ts'
import { queueShareMail } from './mailQueue.ts'
import type { ShareRequest } from './shareRequest.ts'

/** Maximum number of recipients with a working link per book. */
export const maximumRecipients = 50
/** How long (days) a recipient's link works. */
export const daysOfLink = 90
/** How often an account can share books within a number of seconds. */
const limits = [
  { shares: 20, seconds: 3_600 },
  { shares: 60, seconds: 86_400 },
] as const

/** A book of the account. */
interface OwnBook {
  readonly accountId: string
  readonly code: string
}

/**
 * Gives a recipient a link, or renews it, and queues the mail in the same transaction.
 * @throws Problem 404, 409 BLOCKED, NOT_READY or TOO_MANY_RECIPIENTS, or 429 TOO_MANY_MAILS
 */
export async function shareBook(
  { database, platform }: Pick<WidgetsContext, 'database' | 'platform'>,
  { accountId, code }: OwnBook,
  request: ShareRequest,
): Promise<Link> {
  return database.transaction().execute(async (change) => {
    await lockReadyWidget(change, accountId, code)
    await countShare(change, accountId)
    const link = (await renewLink(change, code, request)) ?? (await insertLink(change, { accountId, code }, request))
    await queueShareMail(platform, change, link)
    return link
  })
}

/** Counts a share of the account. @throws Problem 429 if it has shared too often */
async function countShare(change: Transaction<WidgetsTables>, accountId: string): Promise<void> {
  // Simultaneous calls of one account take turns, even for different books.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`widgets.shares ${accountId}`}, 0))`.execute(change)
  for (const { shares, seconds } of limits) {
    const { rows } = await sql<{ wait: number }>`
      select ceil(extract(epoch from shared_at + make_interval(secs => ${seconds}::int) - clock_timestamp()))::integer as wait
      from widgets.shares where account_id = ${accountId}
      order by shared_at desc offset ${shares - 1} limit 1`.execute(change)
    const wait = rows[0]?.wait ?? 0
    if (wait > 0) throw tooMany(wait)
  }
  await change.insertInto('shares').values({ account_id: accountId }).execute()
}

function tooMany(seconds: number): Problem {
  const detail = `An account can share at most ${limits[0].shares} times an hour and ${limits[1].shares} times a day.`
  return new Problem(429, 'TOO_MANY_MAILS', detail, { 'retry-after': String(seconds) })
}

/** Gives the recipient's existing link the new texts and a new expiry. */
async function renewLink(
  change: Transaction<WidgetsTables>,
  code: string,
  request: ShareRequest,
): Promise<Link | undefined> {
  return change
    .updateTable('links')
    .set({ ...columnsOf(request), mail_reason: null, mail_version: sql<number>`mail_version + 1` })
    .where('code', '=', code)
    .where('kind', '=', 'recipient')
    .where('recipient_key', '=', request.recipientKey)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

async function insertLink(
  change: Transaction<WidgetsTables>,
  { accountId, code }: OwnBook,
  request: ShareRequest,
): Promise<Link> {
  const { count } = await change
    .selectFrom('links')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('code', '=', code)
    .where('kind', '=', 'recipient')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirstOrThrow()
  if (count >= maximumRecipients) {
    throw new Problem(409, 'TOO_MANY_RECIPIENTS', `A book has at most ${maximumRecipients} recipients.`)
  }
  return (
    change
      .insertInto('links')
      // A random UUID: UUIDs of version 7 contain their time of creation, which readers of the address must not learn.
      .values({
        id: uuidv4(),
        code,
        account_id: accountId,
        kind: 'recipient',
        recipient_key: request.recipientKey,
        ...columnsOf(request),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  )
}

function columnsOf({ recipientEmail, senderName, message, brand, locale }: ShareRequest) {
  return {
    recipient_email: recipientEmail,
    sender_name: senderName,
    message: message === '' ? null : message,
    brand,
    locale,
    expires_at: sql<Date>`clock_timestamp() + make_interval(days => ${daysOfLink}::int)`,
    mail_state: 'sending',
  } as const
}
