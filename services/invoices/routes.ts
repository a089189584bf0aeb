import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { accountOf, isBusiness } from '../platform/access.ts'
import { attachment } from '../platform/contentDisposition.ts'
import { content, idOr, orProblem, type ServiceApp } from '../platform/contract.ts'
import type { Account, Platform } from '../platform/platform.ts'
import { notFound, Problem } from '../platform/problems.ts'
import { fileKeys } from './files.ts'
import { channelOf } from './sellers.ts'
import { findInvoice, type Invoice, listInvoices } from './store.ts'
import type { InvoicesTables } from './tables.ts'
import { invoiceSchema, toWireInvoice } from './wireInvoice.ts'

const maximumLimit = 100
const pdfType = 'application/pdf'
/** `Retry-After` in seconds: a PDF takes less than a second, and a failed one is made again within five minutes. */
const retrySeconds = { beingMade: 2, failed: 300 } as const

const noSuchInvoice = () => notFound('There is no such invoice.')
const businessOnly = () => new Problem(403, 'BUSINESS_ONLY', 'Only business accounts have invoices.')

const number = z
  .string()
  .regex(/^\d{1,7}$/)
  .transform(Number)
const id = idOr(noSuchInvoice)

const listHistory = {
  summary: 'Lists the invoices and credit notes of a business account',
  description: 'Newest first. The shape of the answer is our choice.',
  querystring: z.object({
    offset: number.default(0).describe('How many to skip, by default 0'),
    limit: number
      .pipe(z.number().min(1).max(maximumLimit))
      .default(maximumLimit)
      .describe(`1 to ${maximumLimit}, by default ${maximumLimit}`),
  }),
  response: { 200: z.object({ items: z.array(invoiceSchema), total: z.number().int() }) },
  problems: { 403: ['BUSINESS_ONLY'] },
}

const readPdf = {
  summary: 'Reads the PDF of an invoice',
  description:
    'A download with the name `invoice_{id}.pdf`. The channel is that of the invoice. While the PDF is being made, or after this has failed, the answer is 409 with `Retry-After`.',
  params: z.object({ id, channel: orProblem(z.string().max(50), noSuchInvoice) }),
  response: { 200: content(pdfType, 'The PDF') },
  problems: { 403: ['BUSINESS_ONLY'], 404: ['NOT_FOUND'], 409: ['INVOICE_NOT_READY'] },
}

const fileSchema = z
  .object({
    kind: z.enum(['pdf', 'xml']),
    fileName: z.string(),
    size: z.number().int().describe('In bytes.'),
    url: z.string().describe('A signed URL. It is valid for at least a day.'),
  })
  .meta({ id: 'InvoiceFile' })

const readFiles = {
  summary: 'Reads an invoice and the URLs of its files',
  description: 'The PDF, and the XML that the PDF embeds. There are no files until the state is `ready`.',
  params: z.object({ id }),
  response: { 200: z.object({ invoice: invoiceSchema, files: z.array(fileSchema) }) },
  problems: { 403: ['BUSINESS_ONLY'], 404: ['NOT_FOUND'] },
}

/** Registers the calls with which business accounts read their invoices. */
export function registerInvoiceRoutes(app: ServiceApp, platform: Platform, database: Kysely<InvoicesTables>): void {
  app.get('/api/v1/HistoricalInvoice/me', { schema: listHistory }, async (request) => {
    const { invoices, total } = await listInvoices(database, businessOf(request).id, request.query)
    return { items: invoices.map(toWireInvoice), total }
  })

  app.get('/api/v1/InvoiceGroupFiles/me/:id', { schema: readFiles }, async (request) => {
    const invoice = await requireInvoice(database, request, request.params.id)
    return { invoice: toWireInvoice(invoice), files: filesOf(platform, invoice) }
  })

  const options = { schema: readPdf, exposeHeadRoute: false }
  // Without HEAD: to answer it, Fastify would read the whole file.
  app.get('/api/v1/HistoricalInvoice/me/pdf/:id/:channel', options, async (request, reply) => {
    const invoice = await requireInvoice(database, request, request.params.id)
    if (request.params.channel !== channelOf(invoice.brand)) throw noSuchInvoice()
    if (invoice.state !== 'ready') throw notReady(invoice.state)
    const pdf = await platform.blobs.get(fileKeys(invoice).pdf)
    const bytes = await pdf?.read()
    if (!pdf || !bytes) throw new Error(`The PDF of the invoice ${invoice.id} is missing.`)
    return reply
      .headers({
        'cache-control': 'private, no-store',
        'content-disposition': attachment(fileName(invoice, 'pdf')),
        'content-length': pdf.size,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      .type(pdfType)
      .send(bytes)
  })
}

/** @throws Problem 403 if the caller is no business account */
function businessOf(request: FastifyRequest): Account {
  const account = accountOf(request)
  if (!isBusiness(account)) throw businessOnly()
  return account
}

async function requireInvoice(
  database: Kysely<InvoicesTables>,
  request: FastifyRequest,
  invoiceId: string,
): Promise<Invoice> {
  const invoice = await findInvoice(database, businessOf(request).id, invoiceId)
  if (!invoice) throw noSuchInvoice()
  return invoice
}

function notReady(state: keyof typeof retrySeconds): Problem {
  const headers = { 'retry-after': String(retrySeconds[state]) }
  return new Problem(409, 'INVOICE_NOT_READY', 'The PDF of the invoice is still being made.', headers)
}

function filesOf({ blobs }: Platform, invoice: Invoice): z.infer<typeof fileSchema>[] {
  const { pdf_size: pdfSize, xml_size: xmlSize } = invoice
  if (pdfSize === null || xmlSize === null) return []
  const keys = fileKeys(invoice)
  return (
    [
      { kind: 'pdf', size: pdfSize },
      { kind: 'xml', size: xmlSize },
    ] as const
  ).map((file) => {
    const name = fileName(invoice, file.kind)
    return { ...file, fileName: name, url: blobs.signedUrl(keys[file.kind], { fileName: name }) }
  })
}

function fileName(invoice: Invoice, extension: 'pdf' | 'xml'): string {
  return `invoice_${invoice.id}.${extension}`
}
