import type { Kysely } from 'kysely'
import { z } from 'zod'
import { createMailTexts, type MailWriter } from '../platform/mailTexts.ts'
import type { JobQueue, MailMessage, OpenTransaction, Platform } from '../platform/platform.ts'
import { sendMail } from '../platform/sendMail.ts'
import { findAccountById } from './accounts.ts'
import type { IdentityTables } from './tables.ts'

const queueName = 'identity.passkey-mail'
const payload = z.object({
  accountId: z.string(),
  change: z.enum(['added', 'removed']),
  /** The name of the passkey. */
  name: z.string(),
  brand: z.string(),
  locale: z.string(),
})

/** A change of passkeys, with the brand and language of the page where it was made. */
type PasskeyChange = z.infer<typeof payload>

/** Queues the mail that tells the owner of an account that a passkey was added or removed. */
export async function announcePasskey(
  { jobs }: Pick<Platform, 'jobs'>,
  transaction: OpenTransaction,
  change: PasskeyChange,
): Promise<void> {
  await jobs.enqueue(transaction, queueName, change)
}

export function passkeyMailQueue(platform: Platform, database: Kysely<IdentityTables>): JobQueue<PasskeyChange> {
  const texts = createMailTexts(platform)
  return {
    name: queueName,
    payload,
    concurrency: 2,
    retries: 30,
    timeoutSeconds: 60,
    async run({ accountId, change, name, brand, locale }) {
      const account = await findAccountById(database, accountId)
      if (!account) return
      const writer = await texts.writerFor({ email: account.email, name: account.name, brand, locale })
      const recipient = { accountId, kind: 'passkey', confirmed: account.emailState !== 'unconfirmed' } as const
      await sendMail(platform, passkeyMessage(writer, change, name), recipient)
    },
  }
}

/** The mail that tells the owner of an account that a passkey was added or removed. */
export function passkeyMessage(writer: MailWriter, change: PasskeyChange['change'], name: string): MailMessage {
  const values = { brand: writer.brand.name, name }
  return writer.message({
    subject: writer.text(change === 'added' ? 'mail.passkey.addedSubject' : 'mail.passkey.removedSubject'),
    paragraphs: [writer.text(change === 'added' ? 'mail.passkey.added' : 'mail.passkey.removed', values)],
    action: { label: writer.text('mail.passkey.action'), url: `${writer.brand.origin}/settings/sign-in` },
    closing: [writer.text('mail.passkey.notYou')],
  })
}
