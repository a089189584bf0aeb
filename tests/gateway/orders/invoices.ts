import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { fileKeys } from '../../../services/invoices/fileNames.ts'
import { ask } from '../../support/gateway.ts'
import { globalId } from '../../support/globalIds.ts'
import { orderId, type RealOrders } from './realOrders.ts'

const listCall = 'GET /api/v1/HistoricalInvoice/me'
const invoiceId = (id: string) => globalId('Invoice', id)

const list = `query ($skip: Int! = 0, $first: Int, $after: String) { viewer {
  invoices(skip: $skip, first: $first, after: $after) {
    totalCount edges { cursor node { orderCode } } pageInfo { hasNextPage hasPreviousPage endCursor }
  } } }`

const fields = `id number kind issuedOn state net { amount } tax { amount } total { amount currency }
  vat { vatRate net { amount } tax { amount } total { amount } } orderCode order { id } credits
  pdf { fileName size url } xml { fileName size url }`

interface Listed {
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly orderCode: string } }[]
}
const codesOf = ({ edges }: Listed) => edges.map(({ node }) => node.orderCode)

/** The codes of `count` orders. */
const names = (count: number) => Array.from({ length: count }, (_, index) => `CODE-${index}`)

/** Tests invoices of business accounts. */
export function describeInvoices(real: RealOrders): void {
  const calls = () => real.links.invoices.calls

  /** Makes the account known as a business, as its first visit does. */
  async function register(accountId: string): Promise<void> {
    const headers = { authorization: `Bearer ${await real.businessToken(accountId)}` }
    const { status } = await fetch(`${real.services.url}/customers/accounts/getaccountinformation`, { headers })
    expect(status).toBe(200)
  }

  /** Waits until the account has this many documents with files. Returns them, newest first. */
  async function waitForInvoices(accountId: string, count: number): Promise<{ id: string; orderCode: string }[]> {
    const query = `{ viewer { invoices { edges { node { ${fields} } } } } }`
    const read = async () => {
      const { edges } = (await real.readAsBusiness(accountId, query)).viewer.invoices
      return edges.map(({ node }: { node: object }) => node)
    }
    const ready = Array.from({ length: count }, () => ({ state: 'READY' }))
    await expect.poll(read, { timeout: 60_000, interval: 100 }).toMatchObject(ready)
    return read()
  }

  describe('the invoices of a business account', () => {
    test('are listed newest first with their number, with one call of the specification per page', async () => {
      const accountId = randomUUID()
      const codes = names(25)
      await real.writeInvoices(accountId, codes)
      const page = async (variables: object) =>
        (await real.readAsBusiness(accountId, list, { ...variables })).viewer.invoices
      const first = await page({})
      expect([codesOf(first), first.totalCount, first.pageInfo.hasNextPage]).toEqual([codes.slice(0, 20), 25, true])
      const second = await page({ after: first.pageInfo.endCursor })
      expect([codesOf(second), second.totalCount, second.pageInfo.hasNextPage]).toEqual([codes.slice(20), 25, false])
      const third = await page({ skip: 10, first: 5 })
      expect([codesOf(third), third.pageInfo.hasPreviousPage]).toEqual([codes.slice(10, 15), true])
      expect(codesOf(await page({ skip: 10, first: 5, after: third.edges[2].cursor }))).toEqual(codes.slice(13, 18))
      expect([codesOf(await page({ skip: 990 })), (await page({ skip: 990 })).totalCount]).toEqual([[], 25])
      expect(calls().slice(0, 3)).toEqual([
        `${listCall}?offset=0&limit=21`,
        `${listCall}?offset=19&limit=22`,
        `${listCall}?offset=10&limit=6`,
      ])
    })

    test.each([{ skip: -1 }, { skip: 1_000_001 }])('refuse %j', async (variables) => {
      const token = await real.businessToken(randomUUID())
      const { data, errors } = await ask(real.app, list, { token, variables })
      expect([data.viewer.invoices, errors.map(({ extensions }) => extensions['code'])]).toEqual([
        null,
        ['BAD_USER_INPUT'],
      ])
    })

    test('have all facts and their files, and a credit note names the invoice that it cancels', async () => {
      const accountId = randomUUID()
      await register(accountId)
      const code = await real.place(accountId)
      const [invoice] = await waitForInvoices(accountId, 1)
      expect(invoice).toEqual({
        id: expect.any(String),
        number: expect.stringMatching(/^K\d{4}-\d{6}$/),
        kind: 'INVOICE',
        issuedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        state: 'READY',
        net: { amount: '66.43' },
        tax: { amount: '9.55' },
        total: { amount: '75.98', currency: 'EUR' },
        vat: [
          { vatRate: '9.00', net: { amount: '36.65' }, tax: { amount: '3.30' }, total: { amount: '39.95' } },
          { vatRate: '21.00', net: { amount: '29.78' }, tax: { amount: '6.25' }, total: { amount: '36.03' } },
        ],
        orderCode: code,
        order: { id: orderId(code) },
        credits: null,
        pdf: {
          fileName: expect.stringMatching(/^invoice_.+\.pdf$/),
          size: expect.any(Number),
          url: expect.any(String),
        },
        xml: {
          fileName: expect.stringMatching(/^invoice_.+\.xml$/),
          size: expect.any(Number),
          url: expect.any(String),
        },
      })
      const { pdf, number } = JSON.parse(JSON.stringify(invoice))
      const file = await fetch(pdf.url.replace('http://keepsake.test', real.services.url))
      const bytes = Buffer.from(await file.arrayBuffer())
      expect([file.status, bytes.length, bytes.toString('latin1', 0, 5)]).toEqual([200, pdf.size, '%PDF-'])
      expect(file.headers.get('content-disposition')).toContain(`filename="${pdf.fileName}"`)

      await real.shop('POST', `/${code}/cancel`)
      const [note] = await waitForInvoices(accountId, 2)
      expect(note).toMatchObject({ kind: 'CREDIT_NOTE', credits: number, orderCode: code })
      const ofOrder = `query ($code: String!) { viewer { order(code: $code) { invoices { kind number } } } }`
      const { order } = (await real.readAsBusiness(accountId, ofOrder, { code })).viewer
      expect(order.invoices).toMatchObject([{ kind: 'INVOICE', number }, { kind: 'CREDIT_NOTE' }])
    })

    test('whose file was lost are BEING_MADE when they are read by their id, and READY soon after', async () => {
      const accountId = randomUUID()
      await register(accountId)
      await real.place(accountId)
      const [invoice] = await waitForInvoices(accountId, 1)
      const id = Buffer.from(invoice?.id ?? '', 'base64url')
        .toString()
        .slice('Invoice:'.length)
      await real.services.platform.blobs.delete([fileKeys({ account_id: accountId, id }).pdf])
      const query = `query ($id: ID!) { node(id: $id) { ... on Invoice { ${fields} } } }`
      const { node } = await real.readAsBusiness(accountId, query, { id: invoice?.id })
      expect(node).toEqual({ ...invoice, state: 'BEING_MADE', pdf: null, xml: null })
      expect(await waitForInvoices(accountId, 1)).toEqual([invoice])
    })

    test('a page of 100 with files and orders takes three calls', async () => {
      const accountId = randomUUID()
      const placed = new Date()
      const codes = await real.write(
        accountId,
        names(120).map(() => ({ placed, lines: [{}] })),
      )
      await real.writeInvoices(accountId, codes)
      const query = `{ viewer { invoices(first: 100) { totalCount edges { node {
        number pdf { url } xml { url } order { code lines { title } } } } } } }`
      const { edges } = (await real.readAsBusiness(accountId, query)).viewer.invoices
      const shown = edges.map(({ node }: { node: { order: { code: string } | null } }) => node.order?.code)
      expect(shown).toEqual(codes.slice(0, 100))
      expect(real.calls).toEqual([
        'POST /v1/superorders/lookup',
        // The service lists 100 at once. The gateway needs one more invoice, to see whether another page follows.
        `${listCall}?offset=0&limit=100`,
        `${listCall}?offset=100&limit=1`,
      ])
    })

    test('are loaded by their ids with one call; those of others, and unknown ones, are not found', async () => {
      const [accountId, other] = [randomUUID(), randomUUID()]
      const own = await real.writeInvoices(accountId, ['ONE', 'TWO'])
      const foreign = await real.writeInvoices(other, ['THREE'])
      const ids = [...own, ...foreign, randomUUID(), 'x', 'x'.repeat(1_025)].map(invoiceId)
      const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Invoice { orderCode } } }'
      const { nodes } = await real.readAsBusiness(accountId, query, { ids })
      expect(nodes).toEqual([{ orderCode: 'ONE' }, { orderCode: 'TWO' }, null, null, null, null])
      expect(calls()).toEqual(['POST /api/v1/HistoricalInvoice/me/lookup'])
    })

    test('have no order when it is gone, or belongs to another account', async () => {
      const [accountId, other] = [randomUUID(), randomUUID()]
      const [foreign = ''] = await real.write(other, [{ placed: new Date(), lines: [{}] }])
      await real.writeInvoices(accountId, ['GONE', foreign])
      const query = '{ viewer { invoices { edges { node { orderCode order { code } } } } } }'
      const { edges } = (await real.readAsBusiness(accountId, query)).viewer.invoices
      expect(edges).toEqual(['GONE', foreign].map((orderCode) => ({ node: { orderCode, order: null } })))
    })

    test('of an order leave out invoices of other accounts', async () => {
      const [accountId, other] = [randomUUID(), randomUUID()]
      const [code = ''] = await real.write(accountId, [{ placed: new Date(), lines: [{}] }])
      await real.writeInvoices(other, [code])
      const query = 'query ($code: String!) { viewer { order(code: $code) { invoices { number } } } }'
      expect((await real.readAsBusiness(accountId, query, { code })).viewer.order.invoices).toEqual([])
    })

    test('are null for a private account, without a call', async () => {
      const accountId = randomUUID()
      const [code = ''] = await real.write(accountId, [{ placed: new Date(), lines: [{}] }])
      const [id = ''] = await real.writeInvoices(accountId, [code])
      const query = `query ($id: ID!) { viewer { isBusiness invoices { totalCount } orders { edges { node { invoices { id } } } } }
        node(id: $id) { id } nodes(ids: [$id]) { id } }`
      expect(await real.read(accountId, query, { id: invoiceId(id) })).toEqual({
        viewer: { isBusiness: false, invoices: null, orders: { edges: [{ node: { invoices: null } }] } },
        node: null,
        nodes: [null],
      })
      expect(calls()).toEqual([])
    })
  })
}
