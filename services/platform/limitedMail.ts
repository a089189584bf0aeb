import { sql } from 'kysely'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import type { Database } from './databaseTypes.ts'
import { deleteInPages } from './deleteInPages.ts'
import type { Mail, MailKind, MailTransport } from './platform.ts'

/** How many mails of each kind an account gets per day (UTC). */
const mailsPerDay: Readonly<Record<MailKind, number>> = {
  confirmation: 5,
  signInLink: 5,
  export: 20,
  reminder: 5,
  // An account has at most 20 passkeys, so this is enough for all changes on an ordinary day.
  passkey: 40,
  // Book shares have a lower limit of their own. Its refusal says when the next share is possible.
  bookShare: 100,
  emailChange: 20,
  emailChangeNotice: 20,
  // More than the changes that are possible per day. Otherwise an attacker could use up the limit, and the owner would
  // not get the mail that can revert a change.
  emailChanged: 100,
  passwordReset: 5,
  passwordChanged: 20,
  optIn: 5,
  newsletter: 2,
  deletionRequest: 5,
  deletion: 10,
}

/**
 * The mails that an unconfirmed address may get. They confirm that the address belongs to the owner of the account, or
 * end an account that somebody else may have created with the address.
 */
const mayGoToUnconfirmed: ReadonlySet<MailKind> = new Set([
  'confirmation',
  'emailChange',
  'passwordReset',
  'deletionRequest',
  'deletion',
])

/** Daily counts are kept for this many days. */
const daysOfCounts = 2

/**
 * Sends mails within the limits of their recipients, so that strangers cannot use us to flood a mailbox. An unconfirmed
 * address gets only mails that confirm it or end its account. Every account gets a limited number of mails of each kind
 * per day. Replicas share the counts.
 */
export function createLimitedMail(options: {
  readonly transport: MailTransport
  readonly database: Database
  readonly log: Logger
  readonly metrics: Registry
  /** Hashes the account's id for the log. */
  readonly hash: (text: string) => string
}): Mail {
  const { transport, database, log, metrics, hash } = options
  const outcomes = new Counter({
    name: 'services_mails_total',
    help: 'Mails that this process has sent or withheld.',
    labelNames: ['kind', 'outcome'],
    registers: [metrics],
  })
  return {
    async send(message, { accountId, kind, confirmed }) {
      const isAllowed = confirmed || mayGoToUnconfirmed.has(kind)
      const outcome = !isAllowed ? 'unconfirmed' : (await take(database, accountId, kind)) ? 'sent' : 'capped'
      if (outcome === 'sent') {
        try {
          await transport.send(message)
        } catch (error) {
          await giveBack(database, accountId, kind)
          throw error
        }
      } else log.warn({ kind, outcome, account: hash(accountId) }, 'a mail was not sent')
      outcomes.inc({ kind, outcome })
      return outcome
    },
  }
}

/** Deletes the counts of earlier days. */
export async function pruneMailCounts(database: Database, signal: AbortSignal): Promise<void> {
  const where = sql`day < current_date - ${daysOfCounts}::int`
  await deleteInPages(database.root, { table: 'platform.mail_counts', where }, signal)
}

/** Counts a mail. @returns false if the account has already had all mails of this kind today */
async function take(database: Database, accountId: string, kind: MailKind): Promise<boolean> {
  const { rows } = await sql`
    insert into platform.mail_counts as counted (account_id, kind, day, count)
    values (${accountId}, ${kind}, (now() at time zone 'utc')::date, 1)
    on conflict (account_id, kind, day) do update set count = counted.count + 1
    where counted.count < ${mailsPerDay[kind]} returning count`.execute(database.root)
  return rows.length > 0
}

/** A mail that the server did not accept does not count: it is tried again. */
async function giveBack(database: Database, accountId: string, kind: MailKind): Promise<void> {
  await sql`
    update platform.mail_counts set count = count - 1
    where account_id = ${accountId} and kind = ${kind} and day = (now() at time zone 'utc')::date and count > 0`.execute(
    database.root,
  )
}
