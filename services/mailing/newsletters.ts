import { type Kysely, type Selectable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { MailTexts } from '../platform/mailTexts.ts'
import type { JobQueue, Platform } from '../platform/platform.ts'
import { sendMail } from '../platform/sendMail.ts'
import { digestOf, newToken } from './mailedTokens.ts'
import { newsletterLetters } from './newsletterLetters.ts'
import type { Profile } from './profiles.ts'
import type { MailingTables, NewslettersTable } from './tables.ts'

const queueName = 'mailing.newsletter'
const payload = z.object({ newsletterId: z.uuid() })
/** Enough retries for a week without a mail server, at one per minute. */
const retries = 7 * 24 * 60
const mailsPerBatch = 50

type Newsletter = Selectable<NewslettersTable>

/** The progress of a newsletter. */
export interface NewsletterProgress {
  readonly name: string
  readonly state: 'sending' | 'sent'
  /** How many mails the mail server has accepted. */
  readonly sent: number
  /** How many mails were refused, withheld, or lost when a process died. They are not sent again. */
  readonly notSent: number
}

/** Starts a newsletter for everybody who is subscribed now. A repeated call with the same name starts nothing. */
export async function startNewsletter(
  { jobs }: Pick<Platform, 'jobs'>,
  database: Kysely<MailingTables>,
  { name, letter }: Pick<NewslettersTable, 'name' | 'letter'>,
): Promise<NewsletterProgress> {
  const newsletter = await database.transaction().execute(async (change) => {
    const started = await change
      .insertInto('newsletters')
      .values({ id: uuidv7(), name, letter })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (started) await jobs.enqueue(change, queueName, { newsletterId: started.id }, { key: started.id })
    return started ?? change.selectFrom('newsletters').selectAll().where('name', '=', name).executeTakeFirstOrThrow()
  })
  const { sent, claimed } = await database
    .selectFrom('deliveries')
    .select(({ fn }) => [fn.count<number>('sent_at').as('sent'), fn.countAll<number>().as('claimed')])
    .where('newsletter_id', '=', newsletter.id)
    .executeTakeFirstOrThrow()
  return { name, state: newsletter.finished_at ? 'sent' : 'sending', sent, notSent: claimed - sent }
}

/**
 * Sends newsletters in batches. The pause between batches limits the rate. A delivery is recorded before its mail is
 * sent, and the record is removed only if the mail server has not accepted the mail. So if a process dies, no reader
 * gets a newsletter twice, and at most the mail that was being sent is lost.
 * @param options.perSecond the rate of the installation, in mails per second
 */
export function newsletterQueue(
  platform: Platform,
  database: Kysely<MailingTables>,
  texts: MailTexts,
  { perSecond, batch = mailsPerBatch }: { readonly perSecond: number; readonly batch?: number },
): JobQueue<z.infer<typeof payload>> {
  return {
    name: queueName,
    payload,
    concurrency: 1,
    retries,
    timeoutSeconds: 1_800,
    async run({ newsletterId }, signal) {
      const newsletter = await database
        .selectFrom('newsletters')
        .selectAll()
        .where('id', '=', newsletterId)
        .where('finished_at', 'is', null)
        .executeTakeFirst()
      if (!newsletter) return
      const readers = await readNextReaders(database, newsletter, batch)
      for (const reader of readers) {
        signal.throwIfAborted()
        await deliver({ platform, database, texts }, newsletter, reader)
      }
      const last = readers.at(-1)?.account_id
      await database.transaction().execute(async (change) => {
        await change
          .updateTable('newsletters')
          .set(last === undefined ? { finished_at: sql<Date>`clock_timestamp()` } : { after_account: last })
          .where('id', '=', newsletterId)
          .execute()
        if (last === undefined) return
        const delaySeconds = Math.ceil(readers.length / perSecond)
        await platform.jobs.enqueue(change, queueName, { newsletterId }, { key: newsletterId, delaySeconds })
      })
    },
  }
}

/**
 * The readers of the next batch: customers who were subscribed when the newsletter was started, and still are. Accounts
 * that are marked for deletion get nothing.
 */
async function readNextReaders(
  database: Kysely<MailingTables>,
  { after_account: after, created_at }: Newsletter,
  batch: number,
): Promise<readonly Profile[]> {
  const subscribed = database
    .selectFrom('profiles')
    .selectAll()
    .where('state', '=', 'subscribed')
    .where('is_marked', '=', false)
    .where('confirmed_at', '<=', created_at)
    .orderBy('account_id')
    .limit(batch)
  return (after === null ? subscribed : subscribed.where('account_id', '>', after)).execute()
}

/**
 * Sends a newsletter to one reader. Sends nothing if the newsletter was sent already, or if the reader has unsubscribed
 * or deleted the account meanwhile.
 */
async function deliver(
  {
    platform,
    database,
    texts,
  }: { readonly platform: Platform; readonly database: Kysely<MailingTables>; readonly texts: MailTexts },
  { id, letter }: Newsletter,
  reader: Profile,
): Promise<void> {
  const { account_id: accountId, email_key } = reader
  const writer = await texts.writerFor({ ...reader, name: null })
  const token = newToken()
  const { rows } = await sql`
    insert into mailing.deliveries (newsletter_id, account_id, email_key, unsubscribe_digest)
    select ${id}, account_id, email_key, ${digestOf(token)} from mailing.profiles
    where account_id = ${accountId} and state = 'subscribed' and not is_marked and email_key = ${email_key}
    on conflict do nothing returning account_id`.execute(database)
  if (rows.length === 0) return
  const delivery = sql`newsletter_id = ${id} and account_id = ${accountId}`
  const message = newsletterLetters[letter](writer, `${writer.brand.origin}/newsletter/unsubscribe/${token}`)
  const recipient = { accountId, kind: 'newsletter', confirmed: true } as const
  const outcome = await sendMail(platform, message, recipient).catch(async (error: unknown) => {
    await sql`delete from mailing.deliveries where ${delivery}`.execute(database)
    throw error
  })
  if (outcome === 'sent') await sql`update mailing.deliveries set sent_at = now() where ${delivery}`.execute(database)
}
