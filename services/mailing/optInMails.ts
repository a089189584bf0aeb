import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { MailTexts, MailWriter } from '../platform/mailTexts.ts'
import type { JobQueue, MailMessage, Platform } from '../platform/platform.ts'
import { type SendOutcome, sendMail } from '../platform/sendMail.ts'
import { createOptInLink, deleteOptInLink } from './optInLinks.ts'
import { readProfile } from './profiles.ts'
import type { MailingTables } from './tables.ts'

export const optInMailQueueName = 'mailing.opt-in-mail'
const payload = z.object({ accountId: z.uuid() })
/** Enough retries for three days without a mail server, at one per minute. */
const retries = 3 * 24 * 60

/** Mails the link that confirms a subscription, unless the request was withdrawn. Each attempt has its own link. */
export function optInMailQueue(
  platform: Platform,
  database: Kysely<MailingTables>,
  texts: MailTexts,
): JobQueue<z.infer<typeof payload>> {
  return {
    name: optInMailQueueName,
    payload,
    concurrency: 2,
    retries,
    timeoutSeconds: 60,
    async run({ accountId }) {
      const profile = await readProfile(database, accountId)
      if (profile?.state !== 'pending') return
      const writer = await texts.writerFor({ ...profile, name: null })
      const token = await createOptInLink(database, profile)
      let outcome: SendOutcome | undefined
      try {
        const recipient = { accountId, kind: 'optIn', confirmed: true } as const
        outcome = await sendMail(platform, optInMessage(writer, profile.email, token), recipient)
      } finally {
        if (outcome !== 'sent') await deleteOptInLink(database, token)
      }
    },
  }
}

/** The mail that asks for the confirmation. It is not marketing: it says only what the customer has asked for. */
export function optInMessage(writer: MailWriter, email: string, token: string): MailMessage {
  const brand = { brand: writer.brand.name }
  const query = new URLSearchParams({ 'confirmation-token': token, email })
  return writer.message({
    subject: writer.text('mail.optIn.subject'),
    paragraphs: [writer.text('mail.optIn.text', brand)],
    action: {
      label: writer.text('mail.optIn.action'),
      url: `${writer.brand.origin}/subscription-confirmation?${query.toString()}`,
    },
    closing: [writer.text('mail.optIn.ignore')],
  })
}
