import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { MailReader, MailTexts, MailWriter } from '../platform/mailTexts.ts'
import type { JobQueue, MailMessage, Platform } from '../platform/platform.ts'
import { sendMail } from '../platform/sendMail.ts'
import type { CustomersTables } from './tables.ts'

export const reminderMailQueueName = 'customers.reminder-mail'
const payload = z.object({ reminderId: z.uuid() })
/**
 * Enough retries for two weeks without a mail server: the pause between retries grows to at most a minute. A mail that
 * is outdated when the server is back is not sent.
 */
const retries = 20_000
/** A permanently refused mail (mostly because of a bad address) is retried so rarely that it does not delay others. */
const refusedSeconds = 6 * 3_600

interface Unsent extends MailReader {
  readonly accountId: string
  readonly confirmed: boolean
  readonly deletionAt: Date
  readonly number: number
}

/**
 * Sends a recorded reminder, unless the deletion date has changed or a later reminder is due. A reminder is sent twice
 * only if the process dies after the mail server has accepted it and before this acceptance is stored.
 */
export function reminderMailQueue(
  platform: Platform,
  database: Kysely<CustomersTables>,
  texts: MailTexts,
): JobQueue<z.infer<typeof payload>> {
  return {
    name: reminderMailQueueName,
    payload,
    concurrency: 2,
    retries,
    timeoutSeconds: 120,
    run: async ({ reminderId }) => {
      const reminder = await readUnsent(database, reminderId)
      if (!reminder) return
      const message = reminderMessage(await texts.writerFor(reminder), reminder)
      const { accountId, confirmed } = reminder
      const outcome = await sendMail(platform, message, { accountId, kind: 'reminder', confirmed })
      if (outcome !== 'sent') {
        const again = { key: reminderId, owner: accountId, delaySeconds: refusedSeconds }
        return database
          .transaction()
          .execute((change) => platform.jobs.enqueue(change, reminderMailQueueName, { reminderId }, again))
      }
      await sql`update customers.reminders set sent_at = clock_timestamp() where id = ${reminderId}`.execute(database)
    },
  }
}

async function readUnsent(database: Kysely<CustomersTables>, id: string): Promise<Unsent | undefined> {
  const { rows } = await sql<Unsent>`
    select account_id as "accountId", confirmed, email, name, locale, brand, accounts.deletion_at as "deletionAt", number
    from customers.reminders join customers.accounts on accounts.id = account_id
    where reminders.id = ${id} and sent_at is null
      and accounts.deletion_at = reminders.deletion_at and reminded = number
      and accounts.deletion_at > now()`.execute(database)
  return rows[0]
}

/** The reminders differ only in their subjects. The first two have the same subject. */
function subjectOf(writer: MailWriter, number: number, date: string): string {
  if (number <= 2) return writer.text('mail.retention.subjectEarly', { date })
  if (number === 3) return writer.text('mail.retention.subjectSoon', { date })
  return writer.text('mail.retention.subjectLast', { date })
}

/** The mail, with a link to the shop (each order postpones the deletion) and a link to the library. */
export function reminderMessage(
  writer: MailWriter,
  { deletionAt, number }: Pick<Unsent, 'deletionAt' | 'number'>,
): MailMessage {
  const date = writer.date(deletionAt)
  return writer.message({
    subject: subjectOf(writer, number, date),
    paragraphs: [writer.text('mail.retention.rule', { date }), writer.text('mail.retention.keep')],
    action: { label: writer.text('mail.retention.order'), url: writer.brand.storeUrl },
    closing: [writer.text('mail.retention.library', { url: `${writer.brand.origin}/my-photos` })],
  })
}
