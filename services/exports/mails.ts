import { sql } from 'kysely'
import { z } from 'zod'
import { type MailReader, type MailWriter, createMailTexts } from '../platform/mailTexts.ts'
import { type BackupPayload, type Parts, backupPayload, daysKept, queues } from './parts.ts'
import { type BackupRow, readChunks } from './backups.ts'
import type { JobQueue, MailMessage, Platform } from '../platform/platform.ts'
import { sendMail } from '../platform/sendMail.ts'

const contactSchema = z.object({
  email: z.string(),
  name: z.string().nullable(),
  locale: z.string().nullable(),
  brand: z.string().nullable(),
  // An earlier release of the customers service does not send this field.
  confirmed: z.boolean().default(true),
})

/**
 * The number of retries: one per minute for as long as the export exists, because a mail server may be down for days.
 */
const retries = daysKept * 24 * 60
/** A permanently refused mail (mostly because of a bad address) is retried so rarely that it does not delay others. */
const refusedSeconds = 6 * 3_600

/**
 * Writes to the customer that an export is ready or has failed. The export's row stores that the mail was sent. The
 * mail is sent twice only if the process dies after the mail server has accepted it and before this acceptance is
 * stored.
 */
export function mailQueue(parts: Parts): JobQueue<BackupPayload> {
  const { platform, database } = parts
  const mailTexts = createMailTexts(platform)
  return {
    name: queues.mail,
    payload: backupPayload,
    concurrency: 1,
    retries,
    timeoutSeconds: 120,
    run: async ({ backupId }) => {
      const backup = await database
        .selectFrom('backups')
        .selectAll()
        .where('id', '=', backupId)
        .where('status', 'in', ['READY', 'FAILED'])
        .where('mailed_at', 'is', null)
        .where('ends_at', '>', sql<Date>`now()`)
        .executeTakeFirst()
      if (!backup) return
      const reader = await findReader(platform, backup)
      const writer = await mailTexts.writerFor(reader)
      const message = backup.status === 'READY' ? await readyMail(parts, writer, backup) : exportMessages.failed(writer)
      const isSent = await send(parts, backup, { message, confirmed: reader.confirmed })
      if (!isSent) return
      await database.updateTable('backups').set({ mailed_at: new Date() }).where('id', '=', backupId).execute()
    },
  }
}

/**
 * @returns true if the mail was accepted. A mail that was refused permanently, or that the account must not get now, is
 *   queued for later
 */
async function send(
  { platform, database }: Parts,
  backup: BackupRow,
  { message, confirmed }: { readonly message: MailMessage; readonly confirmed: boolean },
): Promise<boolean> {
  const backupId = backup.id
  const recipient = { accountId: backup.owner_id, kind: 'export', confirmed } as const
  if ((await sendMail(platform, message, recipient)) === 'sent') return true
  const again = { key: backupId, owner: backup.owner_id, delaySeconds: refusedSeconds }
  await database
    .transaction()
    .execute(async (change) => platform.jobs.enqueue(change, queues.mail, { backupId }, again))
  return false
}

/**
 * Finds the reader of the mail. If the customers service does not know the account, the mail goes to the address from
 * the request's token.
 */
async function findReader(
  { http, config }: Platform,
  backup: BackupRow,
): Promise<MailReader & { readonly confirmed: boolean }> {
  const url = `${config.urls.customers}/accounts/${backup.owner_id}/contact`
  try {
    return await http.call({ url, asService: true, answer: contactSchema })
  } catch (error) {
    const isUnknown = error instanceof Error && 'status' in error && error.status === 404
    if (!isUnknown) throw error
    return { email: backup.email, name: null, locale: null, brand: null, confirmed: true }
  }
}

async function readyMail({ database }: Parts, writer: MailWriter, backup: BackupRow): Promise<MailMessage> {
  return exportMessages.ready(writer, {
    id: backup.id,
    files: (await readChunks(database, [backup.id])).get(backup.id)?.length ?? 0,
    photos: backup.photos_count - backup.missing_count,
    missing: backup.missing_count,
    expires: backup.ends_at ?? new Date(),
  })
}

/** What a mail says about a finished export. */
interface ReadyExport {
  readonly id: string
  readonly photos: number
  readonly files: number
  /** How many photos are missing from the export. */
  readonly missing: number
  readonly expires: Date
}

/** The mails about exports. */
export const exportMessages = {
  ready(writer: MailWriter, { id, photos, files, missing, expires }: ReadyExport): MailMessage {
    return writer.message({
      subject: writer.text('mail.exportReady.subject'),
      paragraphs: [
        writer.text('mail.exportReady.ready', { photos, files }),
        ...(missing > 0 ? [writer.text('mail.exportReady.missing', { photos: missing })] : []),
      ],
      action: {
        label: writer.text('mail.exportReady.download'),
        url: `${writer.brand.origin}/my-photos/exports/${id}`,
      },
      closing: [writer.text('mail.exportReady.expires', { date: writer.date(expires) })],
    })
  },
  failed(writer: MailWriter): MailMessage {
    return writer.message({
      subject: writer.text('mail.exportFailed.subject'),
      paragraphs: [writer.text('mail.exportFailed.failed'), writer.text('mail.exportFailed.again')],
      action: { label: writer.text('mail.exportFailed.open'), url: `${writer.brand.origin}/my-photos/photos` },
    })
  },
} as const
