import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../support/gateway.ts'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { globalId } from '../support/globalIds.ts'
import { buildInvoice, businessClaims, invoiceIdOf } from '../support/invoices.ts'
import { buildOrder, orderCodeOf } from '../support/purchases.ts'
import { anna } from '../support/tokens.ts'
import type { Fault } from '../support/upstreamFaults.ts'

const gateway = setUpGateway()
/** A gateway with short timeouts. */
let shortTimeoutApp: FastifyInstance
/** The token of Anna's business account. */
let token: string
const purchases = () => gateway.upstreams.purchases(anna)

beforeAll(async () => {
  shortTimeoutApp = await gateway.startWithShortTimeouts()
  token = await gateway.upstreams.tokens.issue(anna, businessClaims)
})
beforeEach(async () => {
  gateway.upstreams.clearPurchases()
  Object.assign(purchases(), { orders: [buildOrder(1)], invoices: [buildInvoice(1)] })
  // Successful calls keep the circuit breakers closed in spite of the failures in consecutive tests.
  for (const app of [shortTimeoutApp, gateway.app]) await ask(app, page, { token })
  gateway.upstreams.heal()
})

const page = `{ viewer { email invoices { totalCount edges { node { number order { code } } } }
  orders { edges { node { code invoices { number } } } } } }`
const code = orderCodeOf(1)
const number = 'IMG_1.jpg'
const invoices = { totalCount: 1, edges: [{ node: { number, order: { code } } }] }
const whole = { email: 'a@example.com', invoices, orders: { edges: [{ node: { code, invoices: [{ number }] } }] } }

const faults: [string, Fault, string][] = [
  ['is slow', { kind: 'hang' }, 'UPSTREAM_TIMEOUT'],
  ['stalls in the middle of its response', { kind: 'slowBody' }, 'UPSTREAM_TIMEOUT'],
  ['resets the connection', { kind: 'reset' }, 'UPSTREAM_UNAVAILABLE'],
  ['responds with 500', { kind: 'status', status: 500 }, 'UPSTREAM_UNAVAILABLE'],
  ['sends invalid JSON', { kind: 'body', text: '<html>' }, 'UPSTREAM_INVALID_RESPONSE'],
  ['sends an unexpected shape', { kind: 'body', text: '{"items":[{"id":true}]}' }, 'UPSTREAM_INVALID_RESPONSE'],
  ['limits the rate', { kind: 'status', status: 429, retryAfter: '7' }, 'RATE_LIMITED'],
  ['reports a conflict', { kind: 'status', status: 409 }, 'CONFLICT'],
  ['refuses the account', { kind: 'status', status: 403 }, 'FORBIDDEN'],
]

describe.each(faults)('when a service %s', (_what, fault, failure) => {
  const app = () => (failure === 'UPSTREAM_TIMEOUT' ? shortTimeoutApp : gateway.app)
  const read = async (query: string, variables = {}) => {
    const { data, errors } = await ask(app(), query, { token, variables })
    return { data, errors: errors.map(({ path, extensions }) => [path?.join('.'), extensions['code']] as const) }
  }

  test('the list of invoices is null with a coded error, and so are the invoices of orders; the rest is shown', async () => {
    gateway.upstreams.fail('/invoices/api', fault)
    const { data, errors } = await read(page)
    expect(data.viewer).toEqual({ ...whole, invoices: null, orders: { edges: [{ node: { code, invoices: null } }] } })
    expect(new Map(errors)).toEqual(
      new Map([
        ['viewer.invoices', failure],
        ['viewer.orders.edges.0.node.invoices', failure],
      ]),
    )
  })

  test('only the invoices of orders are null if only their call fails', async () => {
    gateway.upstreams.fail('/invoices/api/v1/HistoricalInvoice/me/byOrder', fault)
    const { data, errors } = await read(page)
    expect(data.viewer).toEqual({ ...whole, orders: { edges: [{ node: { code, invoices: null } }] } })
    expect(errors).toEqual([['viewer.orders.edges.0.node.invoices', failure]])
  })

  test('only the orders of invoices are null if this service is the orders service', async () => {
    gateway.upstreams.fail('/orders/v1/superorders/lookup', fault)
    const { data, errors } = await read(page)
    expect(data.viewer).toEqual({ ...whole, invoices: { totalCount: 1, edges: [{ node: { number, order: null } }] } })
    expect(errors).toEqual([['viewer.invoices.edges.0.node.order', failure]])
  })

  test('an invoice by its id is null with a coded error', async () => {
    gateway.upstreams.fail('/invoices/api', fault)
    const query = 'query ($id: ID!) { node(id: $id) { id } viewer { email } }'
    const { data, errors } = await read(query, { id: globalId('Invoice', invoiceIdOf(1)) })
    expect([data, errors]).toEqual([{ node: null, viewer: { email: 'a@example.com' } }, [['node', failure]]])
  })
})

test('a 404 of the list is a coded error, and the rest is shown', async () => {
  gateway.upstreams.fail('/invoices/api/v1/HistoricalInvoice/me?', { kind: 'status', status: 404 })
  const { data, errors } = await ask(gateway.app, page, { token })
  expect(data.viewer).toEqual({ ...whole, invoices: null })
  expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['NOT_FOUND'])
})

test('a service may have no lookups (404): the invoice is found in the list, and the invoices of orders are null', async () => {
  const status = { kind: 'status', status: 404 } as const
  for (const path of ['lookup', 'byOrder'])
    gateway.upstreams.fail(`/invoices/api/v1/HistoricalInvoice/me/${path}`, status)
  const query = `query ($id: ID!) { node(id: $id) { ... on Invoice { number } } }`
  const found = await ask(gateway.app, query, { token, variables: { id: globalId('Invoice', invoiceIdOf(1)) } })
  expect([found.data.node, found.errors]).toEqual([{ number }, []])
  const { data, errors } = await ask(gateway.app, page, { token })
  expect([data.viewer.orders, errors]).toEqual([{ edges: [{ node: { code, invoices: null } }] }, []])
})

/**
 * Makes the service list an invoice with these properties. Returns the invoice as the gateway shows it, and the error
 * codes.
 */
async function readOdd(own: Readonly<Record<string, unknown>>, fields: string) {
  const text = JSON.stringify({ items: [{ ...buildInvoice(1), ...own }], total: 1 })
  gateway.upstreams.fail('/invoices/api/v1/HistoricalInvoice/me', { kind: 'body', text })
  const { data, errors } = await ask(gateway.app, `{ viewer { invoices { edges { node { ${fields} } } } } }`, { token })
  return { node: data.viewer.invoices?.edges[0].node, codes: errors.map(({ extensions }) => extensions['code']) }
}

describe('an invoice', () => {
  test('has null for values that the API does not know', async () => {
    const odd = { kind: 'receipt', state: 'printed', files: [{ kind: 'html', fileName: 'a', size: 1, url: '/a' }] }
    const { node, codes } = await readOdd(odd, 'number kind state pdf { url } xml { url }')
    expect([node, codes]).toEqual([{ number, kind: null, state: null, pdf: null, xml: null }, []])
  })

  test.each([
    ['beingMade', 'BEING_MADE'],
    ['failed', 'FAILED'],
  ])('has no files in the state %s', async (state, shown) => {
    const { node, codes } = await readOdd({ state, files: [] }, 'state pdf { url } xml { url }')
    expect([node, codes]).toEqual([{ state: shown, pdf: null, xml: null }, []])
  })

  test.each([
    ['an amount that is not a decimal number', { total: { amount: '1e3', currency: 'EUR' } }],
    ['a URL that is a script', { files: [{ kind: 'pdf', fileName: 'a', size: 1, url: 'javascript:alert(1)' }] }],
    ['a size that is negative', { files: [{ kind: 'pdf', fileName: 'a', size: -1, url: '/a' }] }],
    ['a date that is not a day', { issuedOn: 'Monday' }],
  ])('makes the response invalid if it has %s', async (_what, wrong) => {
    expect(await readOdd(wrong, 'number')).toEqual({ node: undefined, codes: ['UPSTREAM_INVALID_RESPONSE'] })
  })
})

test('an order has its invoice even if their codes differ in upper and lower case', async () => {
  purchases().invoices = [buildInvoice(1, { orderCode: code.toUpperCase() })]
  const { data } = await ask(gateway.app, page, { token })
  expect(data.viewer).toEqual(whole)
})
