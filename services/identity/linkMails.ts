import type { Kysely } from 'kysely'
import { z } from 'zod'
import { isRefusedForGood } from '../platform/mailRefusal.ts'
import { createMailTexts, type MailWriter } from '../platform/mailTexts.ts'
import type { JobQueue, MailMessage, OpenTransaction, Platform } from '../platform/platform.ts'
import { type AccountFacts, findAccountByEmail } from './accounts.ts'
import { createMailLink } from './mailLinks.ts'
import type { IdentityTables } from './tables.ts'

const queueName = 'identity.link-mail'
const payload = z.object({ email: z.string(), brand: z.string(), locale: z.string(), client: z.string() })
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
      const account = await findAccountByEmail(database, email)
      if (!account || account.passwordHash === null) return
      await send(account, place)
    },
  }
}

/** What became of a mail. `refused`: the mail server does not deliver to this address. */
export type LinkMailOutcome = 'sent' | 'capped' | 'refused'

/**
 * Mails a link to an account: to confirm its address, or to make another browser known if the address is confirmed
 * already. Throws if the mail server is unavailable.
 */
export function linkSender(
  platform: Platform,
  database: Kysely<IdentityTables>,
): (account: AccountFacts, place: Omit<LinkRequest, 'email'>) => Promise<LinkMailOutcome> {
  const texts = createMailTexts(platform)
  return async ({ id, email, name, emailState }, { brand, locale, client }) => {
    const kind = emailState === 'unconfirmed' ? 'confirmation' : 'signInLink'
    const writer = await texts.writerFor({ email, name, locale, brand })
    const seconds = kind === 'confirmation' ? confirmationSeconds : signInLinkSeconds
    const token = await createMailLink(database, id, seconds)
    const url = `${platform.config.publicUrl}/identity/link/${token}?client=${encodeURIComponent(client)}`
    const recipient = { accountId: id, kind, confirmed: kind !== 'confirmation' } as const
    try {
      const outcome = await platform.mail.send(linkMessage(writer, kind, url), recipient)
      return outcome === 'sent' ? 'sent' : 'capped'
    } catch (error) {
      if (!isRefusedForGood(error)) throw error
      platform.log.warn({ err: error, account: platform.limits.hash(id) }, 'the mail with a link was refused')
      return 'refused'
    }
  }
}

function linkMessage(writer: MailWriter, kind: 'confirmation' | 'signInLink', url: string): MailMessage {
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
