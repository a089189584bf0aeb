import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { KeptRecords } from '../../platform/erasure.ts'
import { createMailTexts, type MailWriter } from '../../platform/mailTexts.ts'
import type { JobQueue, MailMessage, OpenTransaction, Platform } from '../../platform/platform.ts'
import { type SendOutcome, sendMail } from '../../platform/sendMail.ts'
import { type AccountFacts, findAccountById } from '../accounts.ts'
import { changeTokenSeconds, createMailedToken } from '../mailLinks.ts'
import type { IdentityTables } from '../tables.ts'
import { type DeletionPlace, findDeletion, findPlace } from './deletions.ts'

const queueName = 'identity.deletion-mail'
const undoneQueueName = 'identity.deletion-undone-mail'
const payload = z.object({ accountId: z.uuid() })
const undonePayload = payload.extend({ brand: z.string(), locale: z.string() })
/** Enough retries for the whole grace period without a mail server, at one per minute. */
const retries = 20_000

/** The mails about the deletion of an account. They throw if the mail server is unavailable. */
export interface DeletionMails {
  /** Mails the link that confirms the deletion. */
  request(account: AccountFacts, place: DeletionPlace): Promise<SendOutcome>
  /** Says that the account will be deleted, when, and how to undo it. */
  scheduled(account: AccountFacts, place: DeletionPlace, deletesAt: Date): Promise<SendOutcome>
  /** Says that the deletion was undone, and what to do if somebody else has undone it. */
  undone(account: AccountFacts, place: DeletionPlace): Promise<SendOutcome>
  /** Says what was erased, which records are kept, and until when. */
  receipt(account: AccountFacts, place: DeletionPlace, kept: KeptRecords | null): Promise<SendOutcome>
}

export function createDeletionMails(platform: Platform, database: Kysely<IdentityTables>): DeletionMails {
  const texts = createMailTexts(platform)
  const writerFor = async ({ email, name }: AccountFacts, place: DeletionPlace) =>
    texts.writerFor({ email, name, ...place })
  const send = async (
    account: AccountFacts,
    kind: 'deletionRequest' | 'deletion',
    message: MailMessage,
  ): Promise<SendOutcome> => {
    const confirmed = account.emailState !== 'unconfirmed'
    return sendMail(platform, message, { accountId: account.id, kind, confirmed })
  }
  return {
    async request(account, place) {
      const writer = await writerFor(account, place)
      const lifetimeSeconds = changeTokenSeconds
      const token = await createMailedToken(database, {
        kind: 'accountDeletion',
        accountId: account.id,
        lifetimeSeconds,
      })
      return send(account, 'deletionRequest', deletionMessages.request(writer, token))
    },
    async scheduled(account, place, deletesAt) {
      const writer = await writerFor(account, place)
      return send(account, 'deletion', deletionMessages.scheduled(writer, deletesAt))
    },
    async undone(account, place) {
      return send(account, 'deletion', deletionMessages.undone(await writerFor(account, place)))
    },
    async receipt(account, place, kept) {
      const writer = await writerFor(account, place)
      return send(account, 'deletion', deletionMessages.receipt(writer, kept))
    },
  }
}

/** The texts of these mails. */
export const deletionMessages = {
  request(writer: MailWriter, token: string): MailMessage {
    const brand = { brand: writer.brand.name }
    const url = `${writer.brand.origin}/delete-account-confirmation?confirmation-token=${token}`
    return writer.message({
      subject: writer.text('mail.deletionRequest.subject', brand),
      paragraphs: [writer.text('mail.deletionRequest.text', brand), writer.text('mail.deletionRequest.nothingYet')],
      action: { label: writer.text('mail.deletionRequest.action'), url },
      closing: [writer.text('mail.deletionRequest.ignore')],
    })
  },
  scheduled(writer: MailWriter, deletesAt: Date): MailMessage {
    const values = { brand: writer.brand.name, date: writer.date(deletesAt) }
    return writer.message({
      subject: writer.text('mail.deletionScheduled.subject', values),
      paragraphs: [writer.text('mail.deletionScheduled.text', values), writer.text('mail.deletionScheduled.undo')],
      action: { label: writer.text('mail.deletionScheduled.action'), url: `${writer.brand.origin}/` },
      closing: [writer.text('mail.deletionScheduled.orders')],
    })
  },
  undone(writer: MailWriter): MailMessage {
    const brand = { brand: writer.brand.name }
    return writer.message({
      subject: writer.text('mail.deletionUndone.subject', brand),
      paragraphs: [writer.text('mail.deletionUndone.text', brand)],
      action: { label: writer.text('mail.deletionUndone.action'), url: `${writer.brand.origin}/` },
      closing: [writer.text('mail.deletionUndone.notYou')],
    })
  },
  receipt(writer: MailWriter, kept: KeptRecords | null): MailMessage {
    const brand = { brand: writer.brand.name }
    const stays =
      kept === null
        ? writer.text('mail.deletionReceipt.nothingStays')
        : writer.text('mail.deletionReceipt.invoices', {
            count: kept.count,
            date: writer.date(new Date(`${kept.until}T00:00:00Z`)),
          })
    return writer.message({
      subject: writer.text('mail.deletionReceipt.subject', brand),
      paragraphs: [writer.text('mail.deletionReceipt.text', brand), stays],
      action: { label: writer.text('mail.deletionReceipt.action'), url: writer.brand.storeUrl },
      closing: [writer.text('mail.deletionReceipt.last')],
    })
  },
}

/** Queues the mail that says when the account will be deleted. */
export async function queueScheduledMail(
  { jobs }: Platform,
  change: OpenTransaction,
  accountId: string,
): Promise<void> {
  await jobs.enqueue(change, queueName, { accountId }, { key: accountId })
}

/**
 * Sends the mails that `queueScheduledMail` has queued. A deletion that was undone or has begun meanwhile needs no
 * mail.
 */
export function scheduledMailQueue(
  database: Kysely<IdentityTables>,
  mails: DeletionMails,
): JobQueue<z.infer<typeof payload>> {
  return {
    name: queueName,
    payload,
    concurrency: 1,
    retries,
    timeoutSeconds: 60,
    run: async ({ accountId }) => {
      const deletion = await findDeletion(database, accountId)
      const place = await findPlace(database, accountId)
      const account = await findAccountById(database, accountId)
      if (!account || !place || deletion?.state !== 'scheduled') return
      await mails.scheduled(account, place, deletion.deletesAt)
    },
  }
}

/**
 * Queues the mail that says that the deletion was undone.
 * @param place the brand and language from the row of the deletion, which is deleted already
 */
export async function queueUndoneMail(
  { jobs }: Platform,
  change: OpenTransaction,
  accountId: string,
  { brand, locale }: DeletionPlace,
): Promise<void> {
  await jobs.enqueue(change, undoneQueueName, { accountId, brand, locale }, { key: accountId })
}

/** Sends these mails. */
export function undoneMailQueue(
  database: Kysely<IdentityTables>,
  mails: DeletionMails,
): JobQueue<z.infer<typeof undonePayload>> {
  return {
    name: undoneQueueName,
    payload: undonePayload,
    concurrency: 1,
    retries,
    timeoutSeconds: 60,
    run: async ({ accountId, ...place }) => {
      const account = await findAccountById(database, accountId)
      if (account) await mails.undone(account, place)
    },
  }
}
