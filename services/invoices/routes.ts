import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { accountOf, isBusiness } from '../platform/access.ts'
import { attachment } from '../platform/contentDisposition.ts'
import { content, idOr, orProblem, type ServiceApp } from '../platform/contract.ts'
import type { Account, Platform } from '../platform/platform.ts'
import { notFound, Problem } from '../platform/problems.ts'
import { asUuids } from '../platform/requests.ts'
import { fileKeys, fileName } from './fileNames.ts'
import { mendFiles } from './files.ts'
import { findInvoice, findInvoices, findInvoicesOfOrders, type Invoice, listInvoices } from './store.ts'
import type { InvoicesTables } from './tables.ts'
import {
  fileSchema,
  invoiceSchema,
  invoiceWithFilesSchema,
  toWireFiles,
  toWireInvoice,
  toWireInvoiceWithFiles,
} from './wireInvoice.ts'

const maximumLimit = 100
const pdfType = 'application/pdf'
/** `Retry-After` in seconds: a PDF takes less than a second, and a failed one is made again within five minutes. */
const retrySeconds = { beingMade: 2, failed: 300 } as const

const noSuchInvoice = () => notFound('There is no such invoice.')
const businessOnly = () => new Problem(403, 'BUSINESS_ONLY', 'Only business accounts have invoices.')

/** The code of an order. The database refuses the NUL character. */
const orderCode = z
  .string()
  .max(1_024)
  .transform((code) => code.replaceAll('\0', '').toUpperCase())

const number = z
  .string()
  .regex(/^\d{1,7}$/)
  .transform(Number)
const id = idOr(noSuchInvoice)

const listHistory = {
  summary: 'Lists the invoices and credit notes of a business account',
  description:
    'Newest first. The shape of the answer is our choice. This call does not check whether the files still exist.',
  querystring: z.object({
    offset: number.default(0).describe('How many documents to skip, by default 0'),
    limit: number
      .pipe(z.number().min(1).max(maximumLimit))
      .default(maximumLimit)
      .describe(`1 to ${maximumLimit}, by default ${maximumLimit}`),
  }),
  response: { 200: z.object({ items: z.array(invoiceWithFilesSchema), total: z.number().int() }) },
  problems: { 403: ['BUSINESS_ONLY'] },
}

const readPdf = {
  summary: 'Reads the PDF of an invoice',
  description:
    'The answer is a download with the name `invoice_{id}.pdf`. The channel in the path must be that of the invoice. While the PDF is being made, or after making it has failed, the answer is 409 with `Retry-After`. ' +
    'A PDF that was lost is made again.',
  params: z.object({ id, channel: orProblem(z.string().max(50), noSuchInvoice) }),
  response: { 200: content(pdfType, 'The PDF') },
  problems: { 403: ['BUSINESS_ONLY'], 404: ['NOT_FOUND'], 409: ['INVOICE_NOT_READY'] },
}

const readFiles = {
  summary: 'Reads an invoice and the URLs of its files',
  description:
    'The PDF, and the XML that the PDF embeds. There are no files until the state is `ready`. Files that were lost are made again.',
  params: z.object({ id }),
  response: { 200: z.object({ invoice: invoiceSchema, files: z.array(fileSchema) }) },
  problems: { 403: ['BUSINESS_ONLY'], 404: ['NOT_FOUND'] },
}

const lookup = {
  summary: 'Finds invoices and credit notes of the account by their ids',
  description:
    'In no particular order. Unknown ids are left out. Files that were lost are made again. Our addition to the specification.',
  body: z.object({ invoiceIds: z.array(z.string().max(1_024)).max(maximumLimit) }),
  response: { 200: z.object({ items: z.array(invoiceWithFilesSchema) }) },
  problems: { 403: ['BUSINESS_ONLY'] },
}

const listOfOrders = {
  summary: 'Finds the invoices and credit notes of several orders',
  description:
    'Only documents of the account, oldest first. This call does not check whether the files still exist. Our addition to the specification.',
  body: z.object({ orderCodes: z.array(orderCode).max(maximumLimit) }),
  response: { 200: z.object({ items: z.array(invoiceWithFilesSchema) }) },
  problems: { 403: ['BUSINESS_ONLY'] },
}

/** Registers the routes by which business accounts read their invoices. */
export function registerInvoiceRoutes(app: ServiceApp, platform: Platform, database: Kysely<InvoicesTables>): void {
  app.get('/api/v1/HistoricalInvoice/me', { schema: listHistory }, async (request) => {
    const { invoices, total } = await listInvoices(database, businessOf(request).id, request.query)
    return { items: invoices.map((invoice) => toWireInvoiceWithFiles(platform, invoice)), total }
  })

  app.get('/api/v1/InvoiceGroupFiles/me/:id', { schema: readFiles }, async (request) => {
    const invoice = await requireInvoice(platform, database, request, request.params.id)
    return { invoice: toWireInvoice(platform, invoice), files: toWireFiles(platform, invoice) }
  })

  const options = { schema: readPdf, exposeHeadRoute: false }
  // No HEAD route: to answer HEAD, Fastify would read the whole file.
  app.get('/api/v1/HistoricalInvoice/me/pdf/:id/:channel', options, async (request, reply) => {
    const invoice = await requireInvoice(platform, database, request, request.params.id)
    if (request.params.channel !== platform.brands.named(invoice.brand).channel) throw noSuchInvoice()
    if (invoice.state !== 'ready') throw notReady(invoice.state)
    const pdf = await platform.blobs.get(fileKeys(invoice).pdf)
    const bytes = await pdf?.read()
    // The file was deleted within the last milliseconds: the next call notices it.
    if (!pdf || !bytes) throw notReady('beingMade')
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

  registerLookups(app, platform, database)
}

function registerLookups(app: ServiceApp, platform: Platform, database: Kysely<InvoicesTables>): void {
  app.post('/api/v1/HistoricalInvoice/me/lookup', { schema: lookup }, async (request) => {
    const found = await findInvoices(database, businessOf(request).id, asUuids(request.body.invoiceIds))
    const invoices = await Promise.all(found.map((invoice) => mendFiles(platform, database, invoice)))
    return { items: invoices.map((invoice) => toWireInvoiceWithFiles(platform, invoice)) }
  })

  app.post('/api/v1/HistoricalInvoice/me/byOrder', { schema: listOfOrders }, async (request) => {
    const invoices = await findInvoicesOfOrders(database, businessOf(request).id, request.body.orderCodes)
    return { items: invoices.map((invoice) => toWireInvoiceWithFiles(platform, invoice)) }
  })
}

/** @throws Problem 403 if the caller is not a business account */
function businessOf(request: FastifyRequest): Account {
  const account = accountOf(request)
  if (!isBusiness(account)) throw businessOnly()
  return account
}

/** The document, whose files exist if it is `ready`. */
async function requireInvoice(
  platform: Platform,
  database: Kysely<InvoicesTables>,
  request: FastifyRequest,
  invoiceId: string,
): Promise<Invoice> {
  const invoice = await findInvoice(database, businessOf(request).id, invoiceId)
  if (!invoice) throw noSuchInvoice()
  return mendFiles(platform, database, invoice)
}

function notReady(state: keyof typeof retrySeconds): Problem {
  const headers = { 'retry-after': String(retrySeconds[state]) }
  return new Problem(409, 'INVOICE_NOT_READY', 'The PDF of the invoice is still being made.', headers)
}
