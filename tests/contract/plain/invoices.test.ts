import { beforeEach, describe, expect, test } from 'vitest'
import { buildInvoice, businessClaims, invoiceIdOf } from '../../support/invoices.ts'
import { setUpPlainGateway } from '../../support/plainSetup.ts'
import { buildOrder, orderCodeOf } from '../../support/purchases.ts'
import { anna } from '../../support/tokens.ts'

/* Tests invoices of services that answer only the calls of the specification. */

const setup = setUpPlainGateway()
const list = 'GET /invoices/api/v1/HistoricalInvoice/me'

beforeEach(async () => {
  setup.token = await setup.upstreams.tokens.issue(anna, businessClaims)
  setup.upstreams.clearPurchases()
  const numbers = [3, 2, 1]
  Object.assign(setup.upstreams.purchases(anna), {
    invoices: numbers.map((number) => buildInvoice(number)),
    orders: numbers.map((number) => buildOrder(number)),
  })
})

/** Returns the id by which the gateway knows the invoice with this number. The invoice must have been listed. */
async function invoiceId(number: number): Promise<string> {
  await setup.ask('{ viewer { invoices { totalCount } } }')
  return setup.globalId('Invoice', invoiceIdOf(number))
}

describe('invoices', () => {
  test('have an id and a number; nothing else is known, and their files have no URL', async () => {
    const fields = `kind issuedOn state net { amount } tax { amount } total { amount } vat { vatRate } orderCode
      order { code } credits pdf { url } xml { url }`
    const { data, calls } = await setup.read(
      `{ viewer { invoices(first: 1) { totalCount edges { node { number ${fields} } } } } }`,
    )
    const { number, ...unknown } = data.viewer.invoices.edges[0].node
    expect([data.viewer.invoices.totalCount, number]).toEqual([3, 'IMG_3.jpg'])
    expect(new Set(Object.values(unknown))).toEqual(new Set([null]))
    expect(calls).toEqual([list])
  })

  test('have pages, though the service lists all of them at once', async () => {
    setup.upstreams.purchases(anna).invoices = Array.from({ length: 250 }, (_, index) => buildInvoice(250 - index))
    const query = `query ($skip: Int! = 0, $after: String) { viewer { invoices(first: 120, skip: $skip, after: $after) {
      totalCount edges { node { number } } pageInfo { hasNextPage endCursor } } } }`
    const numbers: string[] = []
    for (let after: string | null = null, pages = 1; pages <= 3; pages += 1) {
      const { data, calls } = await setup.read(query, { after })
      expect(calls).toEqual([list])
      const { edges, pageInfo, totalCount } = data.viewer.invoices
      numbers.push(...edges.map(({ node }: { node: { number: string } }) => node.number))
      expect([totalCount, pageInfo.hasNextPage]).toEqual([250, pages < 3])
      after = pageInfo.endCursor
    }
    expect(numbers).toEqual(Array.from({ length: 250 }, (_, index) => `IMG_${250 - index}.jpg`))
    const [last] = (await setup.read(query, { skip: 249 })).data.viewer.invoices.edges
    expect(last.node.number).toBe('IMG_1.jpg')
  })

  test('are found by their ids in the list, with one call', async () => {
    const ids = [await invoiceId(1), await invoiceId(3), setup.globalId('Invoice', 'unknown')]
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Invoice { number } } }'
    const { data, calls } = await setup.read(query, { ids })
    expect(data.nodes).toEqual([{ number: 'IMG_1.jpg' }, { number: 'IMG_3.jpg' }, null])
    expect(calls).toEqual([list])
  })

  test('of orders are unknown, without a call', async () => {
    const { data, calls } = await setup.read('{ viewer { orders { edges { node { invoices { id } } } } } }')
    expect(data.viewer.orders.edges.map(({ node }: { node: { invoices: unknown } }) => node.invoices)).toEqual([
      null,
      null,
      null,
    ])
    expect(calls.filter((call) => call.includes('/invoices/'))).toEqual([])
  })
})

test('with our invoices service and a plain orders service, the orders of invoices take one call each', async () => {
  // Only the invoices service is ours.
  await setup.renew({ INVOICES_URL: `${setup.upstreams.url}/invoices` })
  const query = '{ viewer { invoices { edges { node { number order { code } } } } } }'
  const { data, calls } = await setup.read(query)
  const shown = [3, 2, 1].map((number) => ({
    node: { number: `IMG_${number}.jpg`, order: { code: `IMG_${number}.jpg` } },
  }))
  expect(data.viewer.invoices.edges).toEqual(shown)
  expect(calls).toHaveLength(3)
  setup.upstreams.fail(`/orders/v1/superorders/${orderCodeOf(2)}`, { kind: 'status', status: 500 })
  const partly = await setup.ask(query)
  const [third, , first] = shown
  const withoutOrder = { node: { number: 'IMG_2.jpg', order: null } }
  expect(partly.data.viewer.invoices.edges).toEqual([third, withoutOrder, first])
  expect(partly.errors.map(({ path, extensions }) => [path?.join('.'), extensions['code']])).toEqual([
    ['viewer.invoices.edges.1.node.order', 'UPSTREAM_UNAVAILABLE'],
  ])
})
