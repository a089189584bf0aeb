import { type Kysely, sql } from 'kysely'
import { v5 as uuidv5 } from 'uuid'
import { z } from 'zod'
import { createMailTexts, type MailTexts } from '../../platform/mailTexts.ts'
import type { JobQueue, OpenTransaction, Platform } from '../../platform/platform.ts'
import { sendMail } from '../../platform/sendMail.ts'
import { findBook } from '../books.ts'
import type { WidgetsContext } from '../context.ts'
import type { Link } from '../links.ts'
import type { WidgetsTables } from '../tables.ts'
import type { mailReasons } from '../wireSchemas.ts'
import { giveBackRecipientMail, hasStopped, hashOfRecipient, takeRecipientMail } from './recipients.ts'
import { readCover, writeShareMail } from './shareMail.ts'

/** An arbitrary UUID: the namespace of the ids of mails. */
const messageNamespace = 'c0a6c7d4-2f0b-4a3e-8d5e-7b1f5e0c9a64'
const queueName = 'widgets.share-mail'
/** The pauses between retries are at most a minute, so the retries cover about two hours without the mail server. */
const retries = 125

const payload = z.object({ linkId: z.uuid(), version: z.number().int() })
type Payload = z.infer<typeof payload>
type Reason = (typeof mailReasons)[number]
/** The result of a mail. `notSent` without a reason: the link shows no book at the moment. */
type Outcome = { readonly isSent: true } | { readonly isSent: false; readonly reason: Reason | null }

/** Queues the mail of a link. */
export async function queueShareMail(
  { jobs }: Pick<Platform, 'jobs'>,
  change: OpenTransaction,
  { id: linkId, mail_version: version, account_id: owner }: Link,
): Promise<void> {
  const job = { linkId, version } satisfies Payload
  await jobs.enqueue(change, queueName, job, { key: `${linkId} ${version}`, owner })
}

/**
 * Mails links to their recipients. A link says `sent` only when the mail server has accepted the mail. The mail is sent
 * twice only if the process dies after the mail server has accepted it and before this is stored. Then both mails have
 * the same Message-ID.
 */
export function shareMailQueue(context: WidgetsContext): JobQueue<Payload> {
  const { platform, database } = context
  const mailTexts = createMailTexts(platform)
  return {
    name: queueName,
    payload,
    concurrency: 2,
    retries,
    timeoutSeconds: 60,
    async run(job) {
      const link = await findWaiting(database, job)
      if (link) await store(database, job, await send(context, mailTexts, link))
    },
    failed: (job) => store(database, job, { isSent: false, reason: 'MAIL_SERVER_UNAVAILABLE' }),
  }
}

/**
 * Finds the link. Undefined if it has ended or expired, if the book was shared with the recipient again, or if the mail
 * was sent.
 */
async function findWaiting(database: Kysely<WidgetsTables>, { linkId, version }: Payload): Promise<Link | undefined> {
  return database
    .selectFrom('links')
    .selectAll()
    .where('id', '=', linkId)
    .where('mail_version', '=', version)
    .where('mail_state', '=', 'sending')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
}

/** @throws if the mail server or another service does not answer */
async function send(context: WidgetsContext, mailTexts: MailTexts, link: Link): Promise<Outcome> {
  const { platform, database, tokens } = context
  const { recipient_email: email, expires_at: expires } = link
  const token = tokens.ofLink(link.id)
  const book = await findBook(context, token)
  if (!book || email === null || expires === null) return { isSent: false, reason: null }
  const recipient = hashOfRecipient(platform, email)
  if (await hasStopped(database, recipient)) return { isSent: false, reason: 'STOPPED_BY_RECIPIENT' }
  const reader = { email, brand: link.brand, locale: link.locale }
  const letter = await writeShareMail(mailTexts, reader, {
    senderName: link.sender_name ?? '',
    message: link.message,
    title: book.title,
    expires,
    path: `/books/${token}`,
    stopPath: `/books/stop/${tokens.ofRecipient(recipient)}`,
    cover: await readCover(platform, book),
  })
  const message = { ...letter, messageId: uuidv5(`${link.id} ${link.mail_version}`, messageNamespace) }
  if (!(await takeRecipientMail(database, recipient))) return { isSent: false, reason: 'TOO_MANY_MAILS' }
  try {
    // The request that shared the book has checked that the sender's own address is confirmed.
    const to = { accountId: link.account_id, kind: 'bookShare', confirmed: true } as const
    return outcomeOf(await sendMail(platform, message, to))
  } catch (error) {
    await giveBackRecipientMail(database, recipient)
    throw error
  }
}

function outcomeOf(sent: Awaited<ReturnType<typeof sendMail>>): Outcome {
  switch (sent) {
    case 'sent':
      return { isSent: true }
    case 'refused':
      return { isSent: false, reason: 'REFUSED_ADDRESS' }
    case 'capped':
    case 'unconfirmed':
      return { isSent: false, reason: 'TOO_MANY_MAILS' }
  }
}

/**
 * If the book was shared again with this recipient meanwhile, a newer mail is queued, so nothing is stored about this
 * one.
 */
async function store(database: Kysely<WidgetsTables>, { linkId, version }: Payload, outcome: Outcome): Promise<void> {
  const changed = outcome.isSent
    ? ({ mail_state: 'sent', mail_reason: null } as const)
    : ({ mail_state: 'notSent', mail_reason: outcome.reason } as const)
  await database
    .updateTable('links')
    .set(changed)
    .where('id', '=', linkId)
    .where('mail_version', '=', version)
    .where('mail_state', '=', 'sending')
    .execute()
}
