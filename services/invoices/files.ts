import { type Kysely, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { createBrandTexts } from '../platform/brandTexts.ts'
import type { JobQueue, Platform } from '../platform/platform.ts'
import type { InvoiceDocument } from './content.ts'
import { fileKeys } from './fileNames.ts'
import { brandFontsOf } from './pdf/brandFonts.ts'
import { makeInvoiceFiles } from './pdf/invoiceFiles.ts'
import type { InvoicesTable, InvoicesTables } from './tables.ts'

export const filesQueueName = 'invoices.files'

const filesSchema = z.object({ invoiceId: z.uuid() })
const nothing = z.object({})
/** If the files of a document are not ready after this time (minutes), their job counts as lost. */
const lateMinutes = 10
const maximumAtOnce = 500

type Invoice = Selectable<InvoicesTable>

/** Makes the files of a document. A job can be repeated: the result is the same. */
export function filesQueue(
  platform: Platform,
  database: Kysely<InvoicesTables>,
): JobQueue<z.infer<typeof filesSchema>> {
  const textsFor = createBrandTexts(platform)
  return {
    name: filesQueueName,
    payload: filesSchema,
    concurrency: 1,
    retries: 5,
    timeoutSeconds: 60,
    async run({ invoiceId }) {
      const invoice = await database
        .selectFrom('invoices')
        .selectAll()
        .where('id', '=', invoiceId)
        .where('state', '<>', 'ready')
        .executeTakeFirst()
      if (!invoice) return
      const texts = await textsFor({ brand: invoice.brand, locale: invoice.locale })
      const look = { created: invoice.created_at, ownFonts: await brandFontsOf(texts.brand, platform.log) }
      const files = await makeInvoiceFiles(documentOf(invoice), texts, look)
      const keys = fileKeys(invoice)
      const xml = await platform.blobs.put(keys.xml, files.xml, { contentType: 'text/xml' })
      const pdf = await platform.blobs.put(keys.pdf, files.pdf, { contentType: 'application/pdf' })
      await database
        .updateTable('invoices')
        .set({ state: 'ready', pdf_size: pdf.size, xml_size: xml.size })
        .where('id', '=', invoiceId)
        .execute()
    },
    async failed({ invoiceId }) {
      await database
        .updateTable('invoices')
        .set({ state: 'failed' })
        .where('id', '=', invoiceId)
        .where('state', '=', 'beingMade')
        .execute()
    },
  }
}

/**
 * Checks that the files of a document exist. If a file was lost, for example because only the database was restored
 * from a backup, a job makes both files again.
 * @returns the document as it is afterwards
 */
export async function mendFiles(
  platform: Platform,
  database: Kysely<InvoicesTables>,
  invoice: Invoice,
): Promise<Invoice> {
  if (invoice.state !== 'ready') return invoice
  const { pdf, xml } = fileKeys(invoice)
  const found = await Promise.all([platform.blobs.get(pdf), platform.blobs.get(xml)])
  if (!found.includes(null)) return invoice
  platform.log.warn({ number: invoice.number }, 'a file of an invoice is missing, and is made again')
  const without = { state: 'beingMade', pdf_size: null, xml_size: null } as const
  await database.transaction().execute(async (change) => {
    const { numUpdatedRows } = await change
      .updateTable('invoices')
      .set(without)
      .where('id', '=', invoice.id)
      .where('state', '=', 'ready')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n)
      await platform.jobs.enqueue(change, filesQueueName, { invoiceId: invoice.id }, { key: invoice.id })
  })
  return { ...invoice, ...without }
}

/** Every five minutes: queues new jobs for files that could not be made, and for files whose job was lost. */
export function retryQueue(platform: Platform, database: Kysely<InvoicesTables>): JobQueue<z.infer<typeof nothing>> {
  return {
    name: 'invoices.retry',
    payload: nothing,
    concurrency: 1,
    retries: 2,
    timeoutSeconds: 60,
    cron: '3/5 * * * *',
    run: () => retryFiles(platform, database),
  }
}

async function retryFiles({ jobs }: Platform, database: Kysely<InvoicesTables>): Promise<void> {
  await database.transaction().execute(async (change) => {
    const late = await change
      .selectFrom('invoices')
      .select('id')
      .where('state', '<>', 'ready')
      .where((invoice) =>
        invoice.or([
          invoice('state', '=', 'failed'),
          invoice('created_at', '<', sql<Date>`now() - make_interval(mins => ${lateMinutes}::int)`),
        ]),
      )
      .orderBy('created_at')
      .limit(maximumAtOnce)
      .execute()
    await jobs.enqueueAll(
      change,
      filesQueueName,
      late.map(({ id }) => ({ payload: { invoiceId: id }, key: id })),
    )
  })
}

/** A document as its files show it. */
export function documentOf(
  invoice: Pick<
    Invoice,
    'kind' | 'number' | 'issued_on' | 'order_code' | 'currency' | 'net' | 'tax' | 'total' | 'content'
  >,
): InvoiceDocument {
  const { kind, number, issued_on: issuedOn, order_code: orderCode, currency, net, tax, total, content } = invoice
  return { ...content, kind, number, issuedOn, orderCode, currency, net, tax, total }
}
