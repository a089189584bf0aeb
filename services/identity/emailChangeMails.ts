import type { Kysely } from 'kysely'
import { z } from 'zod'
import { createMailTexts, type MailReader, type MailTexts, type MailWriter } from '../platform/mailTexts.ts'
import type { JobQueue, MailMessage, OpenTransaction, Platform } from '../platform/platform.ts'
import { type SendOutcome, sendMail } from '../platform/sendMail.ts'
import { type AccountFacts, findAccountById } from './accounts.ts'
import { createMailedToken } from './mailLinks.ts'
import { type MailPlace, mailPlace } from './mailPlace.ts'
import type { IdentityTables } from './tables.ts'

const queueName = 'identity.email-change-mail'
/** How long (s) to wait after the last retry before the mail that can revert a change is tried again. */
const laterSeconds = 30 * 60

const noticeSchema = z.object({
  kind: z.enum(['notice', 'reverted']),
  accountId: z.string(),
  to: z.string(),
  newEmail: z.string(),
  ...mailPlace,
})
const payload = z.discriminatedUnion('kind', [
  noticeSchema,
  z.object({ kind: z.literal('changed'), changeId: z.string(), ...mailPlace }),
])
type ChangeMail = z.infer<typeof payload>
type Notice = Omit<z.infer<typeof noticeSchema>, 'kind'>

type Queueing = Pick<Platform, 'jobs'>

/** Queues the mail that tells the old address that a change was requested. `newEmail`: the requested address. */
export async function queueNotice({ jobs }: Queueing, change: OpenTransaction, notice: Notice): Promise<void> {
  // At most one such mail per account is in the queue, however often the customer tries while the mail server is down.
  await jobs.enqueue(change, queueName, { kind: 'notice', ...notice }, { key: `notice ${notice.accountId}` })
}

/** Queues the mail that says that a change was reverted. `newEmail`: the address that the account has again. */
export async function queueRevertedMail({ jobs }: Queueing, change: OpenTransaction, notice: Notice): Promise<void> {
  await jobs.enqueue(change, queueName, { kind: 'reverted', ...notice })
}

/** Queues the mail to the old address, with the link that reverts a change. */
export async function queueChangedMail(
  { jobs }: Queueing,
  change: OpenTransaction,
  mail: MailPlace & { readonly changeId: string },
): Promise<void> {
  await jobs.enqueue(change, queueName, { kind: 'changed', ...mail })
}

/** Sends the queued mails about changes of e-mail addresses. */
export function changeMailQueue(platform: Platform, database: Kysely<IdentityTables>): JobQueue<ChangeMail> {
  const mails = { platform, database, texts: createMailTexts(platform) }
  return {
    name: queueName,
    payload,
    concurrency: 2,
    retries: 30,
    timeoutSeconds: 60,
    async run(mail) {
      if (mail.kind === 'changed') await sendRevertLink(mails, mail)
      else await sendNotice(mails, mail)
    },
    async failed(mail) {
      if (mail.kind !== 'changed') return
      // The owner of the old address must be able to revert the change, however long the mail server is down.
      await database
        .transaction()
        .execute((change) => platform.jobs.enqueue(change, queueName, mail, { delaySeconds: laterSeconds }))
    },
  }
}

interface Mails {
  readonly platform: Platform
  readonly database: Kysely<IdentityTables>
  readonly texts: MailTexts
}

/**
 * Sends the mail to the new address, with the link that confirms a change.
 * @throws if the mail server is unavailable
 */
export async function sendChangeLink(
  platform: Platform,
  account: AccountFacts,
  change: { readonly email: string; readonly token: string; readonly place: MailPlace },
): Promise<SendOutcome> {
  const { email, token, place: at } = change
  const writer = await createMailTexts(platform).writerFor({ email, name: account.name, ...at })
  const message = changeMessages.link(writer, email, token)
  return sendMail(platform, message, { accountId: account.id, kind: 'emailChange', confirmed: false })
}

async function sendNotice(mails: Mails, mail: z.infer<typeof noticeSchema>): Promise<void> {
  const { kind, accountId, to, newEmail } = mail
  const writer = await writerFor(mails, accountId, to, mail)
  if (!writer) return
  const message = changeMessages[kind](writer, newEmail)
  await sendMail(mails.platform, message, { accountId, kind: 'emailChangeNotice', confirmed: true })
}

/**
 * Mails a link that reverts a change, unless the change can no longer be reverted. The token is made here and not when
 * the mail is queued, because only its digest may be stored.
 */
async function sendRevertLink(mails: Mails, mail: Extract<ChangeMail, { kind: 'changed' }>): Promise<void> {
  const { platform, database } = mails
  const change = await database
    .selectFrom('email_changes')
    .selectAll()
    .where('id', '=', mail.changeId)
    .where('ended_at', 'is', null)
    .where('revertible_until', '>', new Date())
    .executeTakeFirst()
  if (!change) return
  const writer = await writerFor(mails, change.account_id, change.old_email, mail)
  if (!writer) return
  const token = await createMailedToken(database, {
    kind: 'emailRevert',
    accountId: change.account_id,
    data: { change: change.id },
    lifetimeSeconds: (change.revertible_until.getTime() - Date.now()) / 1000,
  })
  const query = new URLSearchParams({ client: mail.client })
  const url = `${platform.config.publicUrl}/identity/email-revert/${token}?${query.toString()}`
  const message = changeMessages.changed(writer, change.new_email, { url, until: change.revertible_until })
  const recipient = { accountId: change.account_id, kind: 'emailChanged', confirmed: true } as const
  if ((await sendMail(platform, message, recipient)) === 'capped') throw new Error('too many mails about changes')
}

/** The mails about the change of an e-mail address. `email`: the address that the account is to get, or has now. */
export const changeMessages = {
  /** To the new address. */
  link(writer: MailWriter, email: string, token: string): MailMessage {
    const query = new URLSearchParams({ 'confirmation-token': token })
    const url = `${writer.brand.origin}/change-email-confirmation?${query.toString()}`
    return writer.message({
      subject: writer.text('mail.emailChange.subject'),
      paragraphs: [writer.text('mail.emailChange.text', { brand: writer.brand.name, email })],
      action: { label: writer.text('mail.emailChange.action'), url },
      closing: [writer.text('mail.emailChange.ignore')],
    })
  },
  /** To the old address, before the change. */
  notice(writer: MailWriter, email: string): MailMessage {
    const { origin, name: brand } = writer.brand
    return writer.message({
      subject: writer.text('mail.emailChangeNotice.subject'),
      paragraphs: [writer.text('mail.emailChangeNotice.text', { brand, email })],
      action: { label: writer.text('mail.emailChangeNotice.action'), url: `${origin}/settings/email` },
      closing: [writer.text('mail.emailChangeNotice.closing')],
    })
  },
  /** To the old address, after the change. Until the moment `until`, the link `url` reverts it. */
  changed(
    writer: MailWriter,
    email: string,
    { url, until }: { readonly url: string; readonly until: Date },
  ): MailMessage {
    return writer.message({
      subject: writer.text('mail.emailChanged.subject'),
      paragraphs: [writer.text('mail.emailChanged.text', { brand: writer.brand.name, email })],
      action: { label: writer.text('mail.emailChanged.action'), url },
      closing: [writer.text('mail.emailChanged.closing', { date: writer.date(until) })],
    })
  },
  /** After the change was reverted. */
  reverted(writer: MailWriter, email: string): MailMessage {
    const { origin, name: brand } = writer.brand
    return writer.message({
      subject: writer.text('mail.emailReverted.subject'),
      paragraphs: [writer.text('mail.emailReverted.text', { brand, email })],
      action: { label: writer.text('mail.emailReverted.action', { brand }), url: `${origin}/` },
    })
  },
}

/** @returns null if the account does not exist any more */
async function writerFor(
  { database, texts }: Mails,
  accountId: string,
  email: string,
  { brand, locale }: MailPlace,
): Promise<MailWriter | null> {
  const account = await findAccountById(database, accountId)
  const reader: MailReader = { email, name: account?.name ?? null, brand, locale }
  return account && texts.writerFor(reader)
}
