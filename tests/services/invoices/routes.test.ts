import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { fileKeys } from '../../../services/invoices/fileNames.ts'
import { databaseKinds } from '../../support/database.ts'
import { euro } from '../orders/orderServices.ts'
import { type Buyer, codeOf, filesPath, InvoiceServices, listPath, pdfPath } from './invoiceServices.ts'

describe.each(databaseKinds)('the invoices of a business account, on %s', (kind) => {
  const services = new InvoiceServices(kind, ['storage'])
  let buyer: Buyer
  let order: { readonly orderCode: string }
  let invoice: { readonly id: string; readonly number: string }

  beforeAll(async () => {
    buyer = await services.newBusiness({ locale: 'nl-NL' })
    order = await services.place(buyer)
    invoice = (await buyer.invoices(1))[0]
  })

  test('have the sums of their orders, per VAT rate', async () => {
    expect(await buyer.list()).toEqual({
      total: 1,
      items: [
        {
          id: invoice.id,
          number: expect.stringMatching(/^K\d{4}-\d{6}$/),
          kind: 'invoice',
          orderCode: order.orderCode,
          channel: 'k',
          issuedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          state: 'ready',
          net: euro('66.43'),
          tax: euro('9.55'),
          total: euro('75.98'),
          vat: [
            { vatRate: '9.00', net: euro('36.65'), tax: euro('3.30'), gross: euro('39.95') },
            { vatRate: '21.00', net: euro('29.78'), tax: euro('6.25'), gross: euro('36.03') },
          ],
          credits: null,
          files: ['pdf', 'xml'].map((extension) => ({
            kind: extension,
            fileName: `invoice_${invoice.id}.${extension}`,
            size: expect.any(Number),
            url: expect.stringContaining(`${invoice.id}.${extension}`),
          })),
        },
      ],
    })
    expect((await buyer.call('GET', filesPath(invoice.id))).body.files).toEqual((await buyer.list()).items[0].files)
  })

  test('are found by their ids or orders with one call, and those of others are left out', async () => {
    const other = await services.newBusiness()
    const { orderCode } = await services.place(other)
    const [foreign] = await other.invoices(1)
    const [listed] = (await buyer.list()).items
    const find = async (path: string, body: object) => (await buyer.call('POST', `${listPath}${path}`, { body })).body
    const invoiceIds = [foreign.id, randomUUID(), 'no id', invoice.id.toUpperCase()]
    expect(await find('/lookup', { invoiceIds })).toEqual({ items: [listed] })
    const orderCodes = [orderCode, 'NONE', 'a\u0000b', order.orderCode.toLowerCase()]
    expect(await find('/byOrder', { orderCodes })).toEqual({ items: [listed] })
    const many = Array.from({ length: 101 }, () => 'X')
    for (const [path, body] of [
      ['/lookup', { invoiceIds: many }],
      ['/byOrder', { orderCodes: many }],
    ] as const)
      expect(codeOf(await buyer.call('POST', `${listPath}${path}`, { body }))).toEqual([400, 'INVALID_REQUEST'])
  })

  test.each([
    ['the PDF is downloaded', 'pdf', ({ id }: { id: string }) => ({ method: 'GET', path: pdfPath(id) })],
    ['the URLs are read', 'xml', ({ id }: { id: string }) => ({ method: 'GET', path: filesPath(id) })],
    [
      'the invoice is found by its id',
      'pdf',
      ({ id }: { id: string }) => ({ method: 'POST', path: `${listPath}/lookup`, body: { invoiceIds: [id] } }),
    ],
  ] as const)('get a lost file again when %s', async (_what, lost, request) => {
    const other = await services.newBusiness()
    await services.place(other)
    const [{ id, files }] = await other.invoices(1)
    await services.platform.blobs.delete([fileKeys({ account_id: other.id, id })[lost]])
    const { method, path, ...options } = request({ id })
    const { status, body, headers } = await other.call(method, path, options)
    if (status === 409) expect([body.code, headers.get('retry-after')]).toEqual(['INVOICE_NOT_READY', '2'])
    else {
      const [found] = body.items ?? [{ ...body.invoice, files: body.files }]
      expect([found.state, found.files]).toEqual(['beingMade', []])
    }
    const [again] = await other.invoices(1)
    expect([again.id, again.files]).toEqual([id, files])
    expect((await other.call('GET', pdfPath(id))).status).toBe(200)
  })

  test('can be downloaded as a PDF', async () => {
    const { status, headers, body } = await buyer.call('GET', pdfPath(invoice.id))
    expect([status, String(body).slice(0, 8)]).toEqual([200, '%PDF-1.7'])
    const name = `invoice_${invoice.id}.pdf`
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  test('have a PDF and an XML file, each with a URL that needs no token', async () => {
    const { status, body } = await buyer.call('GET', filesPath(invoice.id))
    expect(status).toBe(200)
    expect(body.invoice).toMatchObject({ id: invoice.id, state: 'ready' })
    const [pdf, xml] = body.files
    expect([pdf.kind, xml.kind]).toEqual(['pdf', 'xml'])
    expect([pdf.fileName, xml.fileName]).toEqual([`invoice_${invoice.id}.pdf`, `invoice_${invoice.id}.xml`])
    const read = async ({ url }: { url: string }) => Buffer.from(await (await buyer.read(url)).arrayBuffer())
    const [pdfBytes, xmlBytes] = [await read(pdf), await read(xml)]
    expect([pdfBytes.length, xmlBytes.length]).toEqual([pdf.size, xml.size])
    expect(pdfBytes.toString('latin1')).toContain('/AFRelationship /Alternative')
    expect(xmlBytes.toString()).toContain(`<ram:ID>${invoice.number}</ram:ID>`)
  })

  test('do not exist for another business account', async () => {
    const other = services.newBuyer()
    expect(await other.list()).toEqual({ items: [], total: 0 })
    for (const path of [filesPath(invoice.id), pdfPath(invoice.id)])
      expect(codeOf(await other.call('GET', path))).toEqual([404, 'NOT_FOUND'])
  })

  test('are refused to an account that is not a business account', async () => {
    const consumer = services.newBuyer(buyer.id).signsInBy('password')
    for (const path of [listPath, filesPath(invoice.id), pdfPath(invoice.id), filesPath(randomUUID())])
      expect(codeOf(await consumer.call('GET', path))).toEqual([403, 'BUSINESS_ONLY'])
    for (const [path, body] of [
      ['/lookup', { invoiceIds: [invoice.id] }],
      ['/byOrder', { orderCodes: [order.orderCode] }],
    ] as const)
      expect(codeOf(await consumer.call('POST', `${listPath}${path}`, { body }))).toEqual([403, 'BUSINESS_ONLY'])
  })

  test('are answered if the claim b2b is in upper case', async () => {
    expect((await services.newBuyer(buyer.id).signsInBy('B2B').list()).total).toBe(1)
  })

  test.each([
    ['an unknown id', () => pdfPath(randomUUID())],
    ['an id that is no UUID', () => pdfPath('..%2f..')],
    ['the channel of another brand', () => pdfPath(invoice.id, 'p')],
    ['a channel that is too long', () => pdfPath(invoice.id, 'k'.repeat(60))],
    ['an unknown id, of the files', () => filesPath(randomUUID())],
  ])('do not exist under %s', async (_what, path) => {
    expect(codeOf(await buyer.call('GET', path()))).toEqual([404, 'NOT_FOUND'])
  })

  test('are listed in pages, newest first', async () => {
    const many = await services.newBusiness()
    const codes: string[] = []
    for (let count = 0; count < 3; count += 1) {
      codes.unshift((await services.place(many)).orderCode)
      await many.invoices(codes.length)
    }
    const page = async (query: string) => {
      const { items, total } = await many.list(query)
      return [items.map(({ orderCode }: { orderCode: string }) => orderCode), total]
    }
    expect(await page('')).toEqual([codes, 3])
    expect(await page('?limit=2')).toEqual([codes.slice(0, 2), 3])
    expect(await page('?offset=2&limit=2')).toEqual([codes.slice(2), 3])
    expect(await page('?offset=3')).toEqual([[], 3])
    for (const query of ['?limit=0', '?limit=101', '?offset=-1', '?offset=x'])
      expect(codeOf(await many.call('GET', `${listPath}${query}`))).toEqual([400, 'INVALID_REQUEST'])
  })

  test.each([
    ['beingMade', '2'],
    ['failed', '300'],
  ] as const)(
    'say when to ask again for a PDF in the state %s, and are counted by the metrics',
    async (state, seconds) => {
      const other = await services.newBusiness()
      await services.place(other)
      const [{ id }] = await other.invoices(1)
      const counted = async () => {
        const { body } = await other.call('GET', '/invoices/metrics')
        return Number(new RegExp(`invoices_without_files_count\\{state="${state}"\\} (\\d+)`).exec(body)?.[1])
      }
      const before = await counted()
      const files = { state, pdf_size: null, xml_size: null }
      await services.invoices.updateTable('invoices').set(files).where('id', '=', id).execute()
      const answer = await other.call('GET', pdfPath(id))
      expect([...codeOf(answer), answer.headers.get('retry-after')]).toEqual([409, 'INVOICE_NOT_READY', seconds])
      expect(await counted()).toBe(before + 1)
      const { body } = await other.call('GET', filesPath(id))
      expect([body.invoice.state, body.files]).toEqual([state, []])
    },
  )
})
