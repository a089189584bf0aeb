import type { Kysely } from 'kysely'
import { z } from 'zod'
import { emailKey } from '../platform/emailKey.ts'
import { createMailTexts, type MailTexts, type MailWriter } from '../platform/mailTexts.ts'
import type { JobQueue, MailMessage, OpenTransaction, Platform } from '../platform/platform.ts'
import { sendMail } from '../platform/sendMail.ts'
import { type AccountFacts, findAccountById, findOpenAccountByEmail, lockAccount } from './accounts.ts'
import { type MailPlace, mailPlace } from './mailPlace.ts'
import type { LinkRequest } from './linkMails.ts'
import { createMailedToken } from './mailLinks.ts'
import type { IdentityTables } from './tables.ts'

const queueName = 'identity.password-mail'
const lifetimeSeconds = 30 * 60

const payload = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reset'), email: z.string(), ...mailPlace }),
  z.object({
    kind: z.literal('changed'),
    accountId: z.string(),
    // True if one sign-in has not ended: that of the browser in which the password was changed.
    keptSignIn: z.boolean().default(false),
    ...mailPlace,
  }),
])
type PasswordMail = z.infer<typeof payload>

type Queueing = Pick<Platform, 'jobs'>

/**
 * Queues a mail with a link that resets the password. An address without an account gets no mail, but the call takes
 * the same time.
 */
export async function requestPasswordReset(
  { jobs }: Queueing,
  transaction: OpenTransaction,
  request: LinkRequest,
): Promise<void> {
  await jobs.enqueue(transaction, queueName, { kind: 'reset', ...request })
}

/** Tells the owner of an account that it has a new password. `keptSignIn`: one sign-in has not ended. */
export async function queueChangedPasswordMail(
  { jobs }: Queueing,
  transaction: OpenTransaction,
  mail: MailPlace & { readonly accountId: string; readonly keptSignIn: boolean },
): Promise<void> {
  await jobs.enqueue(transaction, queueName, { kind: 'changed', ...mail })
}

/** Sends the queued mails about passwords. */
export function passwordMailQueue(platform: Platform, database: Kysely<IdentityTables>): JobQueue<PasswordMail> {
  const mails = { platform, database, texts: createMailTexts(platform) }
  return {
    name: queueName,
    payload,
    concurrency: 2,
    retries: 30,
    timeoutSeconds: 60,
    run: async (mail) => (mail.kind === 'reset' ? sendResetLink(mails, mail) : sendNotice(mails, mail)),
  }
}

interface Mails {
  readonly platform: Platform
  readonly database: Kysely<IdentityTables>
  readonly texts: MailTexts
}

/**
 * The token is made here and not when the mail is queued, because only its digest may be stored. A change of the e-mail
 * address ends the links that were mailed before. The account is locked and its address compared, so that the old
 * address gets no link after such a change.
 */
async function sendResetLink(mails: Mails, { email, ...at }: Extract<PasswordMail, { kind: 'reset' }>): Promise<void> {
  const { platform, database, texts } = mails
  const account = await findOpenAccountByEmail(database, email)
  // An account without a password is a demo account in an installation without the demo: it must stay closed.
  if (!account || account.passwordHash === null) return
  const writer = await texts.writerFor({ ...at, email: account.email, name: account.name })
  const token = await database.transaction().execute(async (transaction) => {
    const { email_key: current } = await lockAccount(transaction, account.id)
    if (current !== emailKey(account.email)) return null
    return createMailedToken(transaction, { kind: 'passwordReset', accountId: account.id, lifetimeSeconds })
  })
  if (token === null) return
  const message = passwordMessages.reset(writer, urlOf(platform, `/${token}`, at.client))
  await send(platform, account, 'passwordReset', message)
}

async function sendNotice(
  mails: Mails,
  { accountId, keptSignIn, ...at }: Extract<PasswordMail, { kind: 'changed' }>,
): Promise<void> {
  const account = await findAccountById(mails.database, accountId)
  if (!account) return
  const writer = await mails.texts.writerFor({ ...at, email: account.email, name: account.name })
  const message = passwordMessages.changed(writer, { url: urlOf(mails.platform, '', at.client), keptSignIn })
  await send(mails.platform, account, 'passwordChanged', message)
}

/** The mails about passwords. `url`: the page where the customer chooses a new password, or asks for a link to it. */
export const passwordMessages = {
  reset(writer: MailWriter, url: string): MailMessage {
    return writer.message({
      subject: writer.text('mail.passwordReset.subject'),
      paragraphs: [writer.text('mail.passwordReset.text', { brand: writer.brand.name })],
      action: { label: writer.text('mail.passwordReset.action'), url },
      closing: [writer.text('mail.passwordReset.ignore')],
    })
  },
  changed(
    writer: MailWriter,
    { url, keptSignIn }: { readonly url: string; readonly keptSignIn: boolean },
  ): MailMessage {
    const text = keptSignIn ? 'mail.passwordChanged.othersText' : 'mail.passwordChanged.text'
    return writer.message({
      subject: writer.text('mail.passwordChanged.subject'),
      paragraphs: [writer.text(text, { brand: writer.brand.name })],
      action: { label: writer.text('mail.passwordChanged.action'), url },
    })
  },
}

function urlOf({ config }: Platform, below: string, client: string): string {
  return `${config.publicUrl}/identity/password-reset${below}?${new URLSearchParams({ client }).toString()}`
}

async function send(
  platform: Platform,
  { id, emailState }: AccountFacts,
  kind: 'passwordReset' | 'passwordChanged',
  message: MailMessage,
): Promise<void> {
  await sendMail(platform, message, { accountId: id, kind, confirmed: emailState !== 'unconfirmed' })
}
