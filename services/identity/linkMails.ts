import type { Kysely } from 'kysely'
import { z } from 'zod'
import { createMailTexts, type MailWriter } from '../platform/mailTexts.ts'
import type { JobQueue, MailMessage, OpenTransaction, Platform } from '../platform/platform.ts'
import { type SendOutcome, sendMail } from '../platform/sendMail.ts'
import { type AccountFacts, findOpenAccountByEmail } from './accounts.ts'
import { createMailedToken } from './mailLinks.ts'
import { mailPlace } from './mailPlace.ts'
import type { IdentityTables } from './tables.ts'

const queueName = 'identity.link-mail'
const payload = z.object({ email: z.string(), ...mailPlace })
const confirmationSeconds = 3 * 24 * 60 * 60
const signInLinkSeconds = 30 * 60

/** The address that a link was requested for, and the brand, language and client of the page. */
export type LinkRequest = z.infer<typeof payload>

/** Queues a mail with a link. An address without an account gets no mail, but the call takes the same time. */
export async function requestLink(
  { jobs }: Pick<Platform, 'jobs'>,
  transaction: OpenTransaction,
  request: LinkRequest,
): Promise<void> {
  await jobs.enqueue(transaction, queueName, request)
}

/** Mails links to the addresses of queued requests. */
export function linkMailQueue(platform: Platform, database: Kysely<IdentityTables>): JobQueue<LinkRequest> {
  const send = linkSender(platform, database)
  return {
    name: queueName,
    payload,
    concurrency: 2,
    retries: 30,
    timeoutSeconds: 60,
    run: async ({ email, ...place }) => {
      const account = await findOpenAccountByEmail(database, email)
      if (!account || account.passwordHash === null) return
      await send(account, place)
    },
  }
}

/**
 * Mails a link to an account: to confirm its address, or to make another browser known if the address is confirmed
 * already. Throws if the mail server is unavailable.
 */
export function linkSender(
  platform: Platform,
  database: Kysely<IdentityTables>,
): (account: AccountFacts, place: Omit<LinkRequest, 'email'>) => Promise<Exclude<SendOutcome, 'unconfirmed'>> {
  const texts = createMailTexts(platform)
  return async ({ id, email, name, emailState }, { brand, locale, client }) => {
    const kind = emailState === 'unconfirmed' ? 'confirmation' : 'signInLink'
    const writer = await texts.writerFor({ email, name, locale, brand })
    const lifetimeSeconds = kind === 'confirmation' ? confirmationSeconds : signInLinkSeconds
    const token = await createMailedToken(database, { kind: 'link', accountId: id, lifetimeSeconds })
    const url = `${platform.config.publicUrl}/identity/link/${token}?client=${encodeURIComponent(client)}`
    const recipient = { accountId: id, kind, confirmed: kind !== 'confirmation' } as const
    const outcome = await sendMail(platform, linkMessage(writer, kind, url), recipient)
    // `unconfirmed` does not occur: mails of the kind `confirmation` are sent to unconfirmed addresses too.
    return outcome === 'unconfirmed' ? 'capped' : outcome
  }
}

/** The mail with a link. */
export function linkMessage(writer: MailWriter, kind: 'confirmation' | 'signInLink', url: string): MailMessage {
  const brand = { brand: writer.brand.name }
  const letter =
    kind === 'confirmation'
      ? {
          subject: writer.text('mail.confirmation.subject'),
          paragraphs: [writer.text('mail.confirmation.text', brand)],
          action: { label: writer.text('mail.confirmation.action'), url },
          closing: [writer.text('mail.confirmation.ignore')],
        }
      : {
          subject: writer.text('mail.signInLink.subject'),
          paragraphs: [writer.text('mail.signInLink.text', brand)],
          action: { label: writer.text('mail.signInLink.action'), url },
          closing: [writer.text('mail.signInLink.ignore')],
        }
  return writer.message(letter)
}
