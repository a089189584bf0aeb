import type { FastifyReply } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { accountOf } from '../platform/access.ts'
import { attachment } from '../platform/contentDisposition.ts'
import { content, idOr, nothing, orProblem, type ServiceApp } from '../platform/contract.ts'
import type { StoredBlob } from '../platform/blobs/blobs.ts'
import type { Platform } from '../platform/platform.ts'
import { notFound, Problem } from '../platform/problems.ts'
import { findPdf, findPdfUrl, listPdfs, storePdf } from './pdfs.ts'
import type { ProductsTables } from './tables.ts'

/** Maximum size of a PDF in bytes. A PDF of 100 pages at screen resolution has about 15 MiB. */
export const maximumPdfBytes = 32 * 1024 * 1024
/**
 * Maximum number of uploads that are in progress in this process. Each is held in memory, so all together take at most
 * 128 MiB.
 */
export const maximumUploads = 4
/** The `Retry-After` (s) of an upload that is refused because of other uploads. */
const retrySeconds = 5

const pdfType = 'application/pdf'
const firstBytes = Buffer.from('%PDF-')
const noSuchPdf = () => notFound('There is no PDF of this product.')
const noSuchAccount = () => notFound('There is no such account.')
/** The code of an ordered product, in upper case as in orders. */
const orderedCode = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/)
  .toUpperCase()

const readPdf = {
  summary: 'Reads the PDF of an ordered product',
  description: 'The PDF of another account is answered with 404.',
  params: z.object({ code: orProblem(orderedCode, noSuchPdf) }),
  response: { 200: content(pdfType, 'The PDF') },
  problems: { 404: ['NOT_FOUND'] },
}

const readUrl = {
  summary: 'Reads an address from which a browser downloads the PDF',
  description:
    'The signed address is valid for an hour, or until the factory sends another PDF of the product. Our addition to the specification.',
  params: z.object({ code: orProblem(orderedCode, noSuchPdf) }),
  response: { 200: z.object({ url: z.string() }) },
  problems: { 404: ['NOT_FOUND'] },
}

const listOwn = {
  summary: 'Lists the PDFs of the account',
  description: 'Newest first. Products that are not listed have no PDF.',
  response: { 200: z.object({ pdfs: z.array(z.object({ productCode: z.string(), uploaded: z.iso.datetime() })) }) },
}

const uploadPdf = {
  summary: 'Stores the PDF of an ordered product',
  description: `The body is a PDF of at most ${maximumPdfBytes} bytes. The PDF replaces an earlier PDF of the product: the answer is 201 for the first PDF, else 204. While ${maximumUploads} uploads are in progress, further ones are refused with 503. Our addition to the specification.`,
  params: z.object({ accountId: idOr(noSuchAccount), code: orderedCode.describe('The code of the ordered product.') }),
  response: { 201: nothing, 204: nothing },
  problems: { 404: ['NOT_FOUND'], 422: ['NOT_A_PDF'] },
}

/** Registers the calls for the PDFs of ordered products: the factory uploads them, their customers read them. */
export function registerPdfRoutes(app: ServiceApp, platform: Platform, database: Kysely<ProductsTables>): void {
  app.get('/v1/Pdfs/me', { schema: listOwn }, async (request) => {
    const rows = await listPdfs(database, accountOf(request).id)
    return { pdfs: rows.map((row) => ({ productCode: row.code, uploaded: row.uploaded_at.toISOString() })) }
  })

  // No HEAD route: to answer HEAD, Fastify would read the whole file.
  app.get('/v1/pdf/me/:code', { schema: readPdf, exposeHeadRoute: false }, async (request, reply) => {
    const { code } = request.params
    const pdf = await findPdf(platform, database, { accountId: accountOf(request).id, code })
    if (!pdf) throw noSuchPdf()
    return sendPdf(reply, pdf, `${code}.pdf`)
  })

  app.get('/v1/pdf/me/:code/url', { schema: readUrl }, async (request) => {
    const { code } = request.params
    const url = await findPdfUrl(platform, database, { accountId: accountOf(request).id, code }, `${code}.pdf`)
    if (url === null) throw noSuchPdf()
    return { url }
  })

  void app.register(async (upload: ServiceApp) => {
    upload.removeAllContentTypeParsers()
    limitUploads(upload)
    upload.addContentTypeParser(pdfType, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const config = { access: 'service' } as const
    const options = { config, bodyLimit: maximumPdfBytes, schema: uploadPdf }
    upload.put('/v1/pdf/:accountId/:code', options, async (request, reply) => {
      const { body } = request
      if (!Buffer.isBuffer(body) || !body.subarray(0, firstBytes.length).equals(firstBytes)) {
        throw new Problem(422, 'NOT_A_PDF', 'The body is no PDF: it does not begin with %PDF-.')
      }
      const isNew = await storePdf(platform, database, request.params, body)
      return reply.status(isNew ? 201 : 204).send()
    })
  })
}

/** Limits how many uploads to the app are in progress, from before their bodies are read until they are answered. */
function limitUploads(app: ServiceApp): void {
  let inProgress = 0
  app.addHook('preParsing', async (_request, reply) => {
    // The client has disconnected already, so there will be no `close` event to end the count.
    if (reply.raw.destroyed) return reply.hijack()
    if (inProgress >= maximumUploads) {
      const headers = { 'retry-after': String(retrySeconds) }
      throw new Problem(503, 'OVERLOADED', 'Too many PDFs are being uploaded. Try again later.', headers)
    }
    inProgress += 1
    reply.raw.once('close', () => {
      inProgress -= 1
    })
    return undefined
  })
}

async function sendPdf(reply: FastifyReply, pdf: StoredBlob, fileName: string): Promise<FastifyReply> {
  const bytes = await pdf.read()
  if (!bytes) throw noSuchPdf()
  return reply
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': attachment(fileName),
      'content-length': pdf.size,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    .type(pdfType)
    .send(bytes)
}
