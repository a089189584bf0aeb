import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { demoAccounts } from '../../../services/platform/demo.ts'
import { pdfOfTitle } from '../../../services/products/demo.ts'
import { maximumPdfBytes, maximumUploads } from '../../../services/products/pdfRoutes.ts'
import { removalQueue } from '../../../services/products/pdfs.ts'
import { productsService } from '../../../services/products/service.ts'
import type { ProductsTables } from '../../../services/products/tables.ts'
import { databaseKinds } from '../../support/database.ts'
import { blobFiles } from '../archiveServices.ts'
import { ServiceGroup } from '../serviceGroup.ts'
import type { Customer } from '../storage/customer.ts'

const code = 'K-1001-1'
const pdf = (text: string) => Buffer.from(`%PDF-1.4\n${text}`)

const read = (customer: Customer, product = code) => customer.call('GET', `/products/v1/pdf/me/${product}`)
const urlOf = (customer: Customer, product: string) => customer.call('GET', `/products/v1/pdf/me/${product}/url`)
const list = async (customer: Customer) => (await customer.call('GET', '/products/v1/Pdfs/me')).body

describe.each(databaseKinds)('the PDF of an ordered product, on %s', (kind) => {
  const services = new ServiceGroup(kind, ['products', 'storage'], { DEMO: 'true' })
  const database = () => services.platform.database<ProductsTables>('products')

  const secret = async () => (await readFile(join(services.dataDir, 'keys', 'services'), 'utf8')).trim()

  async function upload(account: string, product: string, body: Uint8Array, headers: Record<string, string> = {}) {
    const all = { 'x-service-secret': await secret(), 'content-type': 'application/pdf', ...headers }
    return services.newCustomer().call('PUT', `/products/v1/pdf/${account}/${product}`, { body, headers: all })
  }
  const files = (customer: Customer) => blobFiles(services.dataDir, `products/pdfs/${customer.id}`)

  test('is a download for its customer, and in the list', async () => {
    const customer = services.newCustomer()
    expect(await list(customer)).toEqual({ pdfs: [] })
    const uploaded = await upload(customer.id, code, pdf('one'))
    expect([uploaded.status, uploaded.body]).toEqual([201, ''])
    const { status, headers, body } = await read(customer)
    expect([status, body]).toEqual([200, '%PDF-1.4\none'])
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${code}.pdf"; filename*=UTF-8''${code}.pdf`,
      'content-length': '12',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    await upload(customer.id, 'K-1002-1', pdf('two'))
    expect(await list(customer)).toEqual({
      pdfs: [
        { productCode: 'K-1002-1', uploaded: expect.any(String) },
        { productCode: code, uploaded: expect.any(String) },
      ],
    })
  })

  test('is not found by another customer or with another code, and is not in the list of another customer', async () => {
    const [customer, stranger] = [services.newCustomer(), services.newCustomer()]
    await upload(customer.id, code, pdf('one'))
    for (const [reader, product] of [
      [stranger, code],
      [customer, 'K-9'],
      [customer, '..'],
      [customer, '%2E%2E%2F'],
      [customer, 'x'.repeat(101)],
    ] as const) {
      const { status, body } = await read(reader, product)
      expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
    }
    expect(await list(stranger)).toEqual({ pdfs: [] })
  })

  test('has a URL from which a browser can download it for an hour, without a token', async () => {
    const [customer, stranger] = [services.newCustomer(), services.newCustomer()]
    await upload(customer.id, code, pdf('one'))
    const { status, body } = await urlOf(customer, code.toLowerCase())
    expect(status).toBe(200)
    const expires = Number(new URL(body.url).searchParams.get('expires'))
    expect(expires - Date.now() / 1_000).toBeGreaterThan(3_500)
    expect(expires - Date.now() / 1_000).toBeLessThanOrEqual(3_600)
    const downloaded = await customer.read(body.url)
    expect([downloaded.status, await downloaded.text()]).toEqual([200, '%PDF-1.4\none'])
    expect(Object.fromEntries(downloaded.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${code}.pdf"; filename*=UTF-8''${code}.pdf`,
    })
    for (const [reader, product] of [
      [stranger, code],
      [customer, 'K-9'],
    ] as const) {
      const refused = await urlOf(reader, product)
      expect([refused.status, refused.body.code]).toEqual([404, 'NOT_FOUND'])
    }
  })

  test('of several hundred kilobytes arrives unchanged', async () => {
    const customer = services.newCustomer()
    const large = pdf('0123456789'.repeat(60_000))
    await upload(customer.id, code, large)
    expect((await read(customer)).body).toBe(large.toString())
  })

  test('is replaced when it is sent again, and the old bytes are removed', async () => {
    const customer = services.newCustomer()
    await upload(customer.id, code, pdf('one'))
    const [before] = await files(customer)
    // The job of the first upload has ended long before the PDF is replaced.
    for (const job of await removals(customer)) await runRemoval(job)
    expect(await files(customer)).toEqual([before])
    await sql`delete from jobs.job where name = 'products.pdf-removal'`.execute(database())
    expect((await upload(customer.id, code, pdf('another'))).status).toBe(204)
    expect((await read(customer)).body).toBe('%PDF-1.4\nanother')
    expect((await list(customer)).pdfs).toHaveLength(1)
    const jobs = await removals(customer)
    // Twice, as after a kill.
    for (const job of [...jobs, ...jobs]) await runRemoval(job)
    const left = await files(customer)
    expect(left).toHaveLength(1)
    expect(left).not.toContain(before)
    expect((await read(customer)).body).toBe('%PDF-1.4\nanother')
  })

  test('is exactly one of those that are sent at the same time, and the files of the others are removed', async () => {
    const customer = services.newCustomer()
    const texts = ['a', 'b', 'c', 'd']
    const answers = await Promise.all(texts.map((text) => upload(customer.id, code, pdf(text))))
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([201, 204, 204, 204])
    for (const job of await removals(customer)) await runRemoval(job)
    expect(await files(customer)).toHaveLength(1)
    expect(texts.map((text) => pdf(text).toString())).toContain((await read(customer)).body)
  })

  test('that the process could not record is removed', async () => {
    const customer = services.newCustomer()
    const blobId = randomUUID()
    const key = `products/pdfs/${customer.id}/${blobId}`
    await services.platform.blobs.put(key, pdf('lost'), { contentType: 'application/pdf' })
    await runRemoval({ accountId: customer.id, blobId })
    expect(await files(customer)).toEqual([])
  })

  test('is refused if it is not a PDF, is too large or has an invalid name', async () => {
    const { id } = services.newCustomer()
    const small = pdf('one')
    const answers = [
      await upload(id, code, Buffer.from('<html>')),
      await upload(id, code, Buffer.from('%PD')),
      await upload(id, code, small, { 'content-type': 'application/json' }),
      await upload(id, code, Buffer.concat([small, Buffer.alloc(maximumPdfBytes)])),
      await upload(id, 'a.b', small),
      await upload('me', code, small),
      await upload(id, code, small, { 'x-service-secret': 'wrong' }),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [422, 'NOT_A_PDF'],
      [422, 'NOT_A_PDF'],
      [415, 'UNSUPPORTED_MEDIA_TYPE'],
      [413, 'BODY_TOO_LARGE'],
      [400, 'INVALID_REQUEST'],
      [404, 'NOT_FOUND'],
      [403, 'SERVICES_ONLY'],
    ])
    expect(await list(services.newCustomer(id))).toEqual({ pdfs: [] })
  })

  test('is found by its code in upper or lower case, as orders are', async () => {
    const customer = services.newCustomer()
    expect((await upload(customer.id, code.toLowerCase(), pdf('one'))).status).toBe(201)
    expect((await upload(customer.id, code, pdf('two'))).status).toBe(204)
    const { status, headers, body } = await read(customer, code.toLowerCase())
    expect([status, body]).toEqual([200, '%PDF-1.4\ntwo'])
    expect(headers.get('content-disposition')).toContain(`filename="${code}.pdf"`)
    expect((await list(customer)).pdfs).toMatchObject([{ productCode: code }])
  })

  test('is refused without the secret of the services before its bytes are sent', async () => {
    const { answer, sending } = startUpload(services.newCustomer().id, 'wrong')
    expect((await answer).statusCode).toBe(403)
    sending.destroy()
  })

  test('is refused while too many others are being uploaded, and accepted after one of them has ended', async () => {
    const { id } = services.newCustomer()
    const right = await secret()
    const others = Array.from({ length: maximumUploads }, () => startUpload(id, right))
    await expect.poll(async () => (await upload(id, code, pdf('one'))).status).toBe(503)
    const refused = await upload(id, code, pdf('one'))
    expect([refused.body.code, refused.headers.get('retry-after')]).toEqual(['OVERLOADED', '5'])
    const [finished, ...left] = others
    finished?.sending.end(pdf('other').subarray(1))
    expect((await finished?.answer)?.statusCode).toBe(201)
    await expect.poll(async () => (await upload(id, code, pdf('one'))).status).toBe(204)
    // An upload also ends when its connection is lost.
    for (const { sending } of left) sending.destroy()
    const uploadAll = () => Promise.all(others.map(() => upload(id, code, pdf('one'))))
    await expect.poll(async () => (await uploadAll()).map(({ status }) => status)).toEqual(others.map(() => 204))
  })

  test('exists twice for the first demo account, however often the demo is filled', async () => {
    const anna = services.newCustomer(demoAccounts[0].id)
    for (let round = 0; round < 2; round += 1) await productsService.demo?.(services.platform)
    const { pdfs } = await list(anna)
    expect(pdfs.map(({ productCode }: { productCode: string }) => productCode).toSorted()).toEqual([
      'DEMO-1001-1',
      'DEMO-1002-1',
    ])
    expect(await files(anna)).toHaveLength(2)
    expect((await read(anna, 'DEMO-1001-1')).body).toBe(
      Buffer.from(pdfOfTitle('Photo book: A week in Brittany')).toString(),
    )
  })

  /** Sends the first byte of an upload, and keeps its connection open. */
  function startUpload(account: string, serviceSecret: string) {
    const sending: ClientRequest = request(`${services.url}/products/v1/pdf/${account}/K-1`, {
      method: 'PUT',
      headers: { 'x-service-secret': serviceSecret, 'content-type': 'application/pdf' },
    })
    const answer = new Promise<IncomingMessage>((resolve, reject) => {
      sending.once('response', resolve)
      sending.once('error', reject)
    })
    answer.catch(() => undefined)
    sending.write('%')
    return { answer, sending }
  }

  /** The removals that wait in the queue for this customer. */
  async function removals({ id }: Customer): Promise<unknown[]> {
    const { rows } = await sql<{ data: unknown }>`
      select data -> 'payload' as data from jobs.job where name = 'products.pdf-removal' and data::text like ${`%${id}%`}`.execute(
      database(),
    )
    return rows.map(({ data }) => data)
  }

  async function runRemoval(job: unknown): Promise<void> {
    const queue = removalQueue(services.platform, database())
    await queue.run(queue.payload.parse(job), new AbortController().signal)
  }
})

test('the PDF of the demo has a correct table of objects', () => {
  const text = Buffer.from(pdfOfTitle(String.raw`A (small) \ book`)).toString('latin1')
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
  expect(text.slice(start, start + 5)).toBe('xref\n')
  const offsets = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset))
  expect(offsets).toHaveLength(6)
  for (const [index, offset] of offsets.entries())
    expect(text.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`))
  const [, length, stream] = /\/Length (\d+) >>\nstream\n(.*)\nendstream/.exec(text) ?? []
  expect(stream).toHaveLength(Number(length))
  expect(stream).toContain(String.raw`(A \(small\) \\ book) Tj`)
})
