import type { Kysely } from 'kysely'
import { z } from 'zod'
import { isRefusedForGood } from '../platform/mailRefusal.ts'
import { createMailTexts, type MailWriter } from '../platform/mailTexts.ts'
import type { JobQueue, MailMessage, OpenTransaction, Platform } from '../platform/platform.ts'
import { findAccountByEmail } from './accounts.ts'
import { createMailLink } from './mailLinks.ts'
import type { IdentityTables } from './tables.ts'

const queueName = 'identity.link-mail'
const payload = z.object({ email: z.string(), brand: z.string(), locale: z.string(), client: z.string() })
const confirmationSeconds = 3 * 24 * 60 * 60
const signInLinkSeconds = 30 * 60

/** Who asked for a link, and from which page. */
export type LinkRequest = z.infer<typeof payload>

/** Queues a mail with a link. Takes the same time for an address without an account, which gets no mail. */
export async function requestLink(
  { jobs }: Pick<Platform, 'jobs'>,
  transaction: OpenTransaction,
  request: LinkRequest,
): Promise<void> {
  await jobs.enqueue(transaction, queueName, request)
}

/** Mails links: to confirm an address, or to make another browser known if the address is confirmed already. */
export function linkMailQueue(platform: Platform, database: Kysely<IdentityTables>): JobQueue<LinkRequest> {
  const texts = createMailTexts(platform)
  return {
    name: queueName,
    payload,
    concurrency: 2,
    retries: 30,
    timeoutSeconds: 60,
    run: async ({ email, brand, locale, client }) => {
      const account = await findAccountByEmail(database, email)
      if (!account || account.passwordHash === null) return
      const kind = account.emailState === 'unconfirmed' ? 'confirmation' : 'signInLink'
      const writer = await texts.writerFor({ email: account.email, name: account.name, locale, brand })
      const seconds = kind === 'confirmation' ? confirmationSeconds : signInLinkSeconds
      const token = await createMailLink(database, account.id, seconds)
      const url = `${platform.config.publicUrl}/identity/link/${token}?client=${encodeURIComponent(client)}`
      const recipient = { accountId: account.id, kind, confirmed: kind !== 'confirmation' } as const
      try {
        await platform.mail.send(linkMessage(writer, kind, url), recipient)
      } catch (error) {
        if (!isRefusedForGood(error)) throw error
        platform.log.warn({ err: error, account: platform.limits.hash(account.id) }, 'the mail with a link was refused')
      }
    },
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
