import { describe, expect, test } from 'vitest'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { globalId, photoId } from '../../support/globalIds.ts'
import { buildPhoto } from '../../support/photoLibrary.ts'
import { buildOrder, orderCodeOf } from '../../support/purchases.ts'
import { anna } from '../../support/tokens.ts'
import type { Fault } from '../../support/upstreamFaults.ts'

const gateway = setUpGateway()

const prints = [{ size: '10X15', copies: 1, photoIds: [photoId(1)] }]
const quoteQuery =
  'query ($input: PrintQuoteInput!) { viewer { email printQuote(input: $input) { total { amount } } } }'
const placeMutation = `mutation ($input: PlacePrintOrderInput!) { placePrintOrder(input: $input) {
  ... on PlacePrintOrderSuccess { orderId orderCode order { payment } }
  ... on PrintBasketOrdered { orderId orderCode order { payment } } ... on UserError { code } } }`
const payMutation = `mutation ($input: PayOrderInput!) { payOrder(input: $input) {
  ... on PayOrderSuccess { order { payment } } ... on UserError { code } } }`
const confirmed = {
  basketId: 'basket-1',
  attemptId: 'attempt-1',
  prints,
  address: { country: 'NL', name: 'Anna', street: 'Kade', city: 'Breda' },
  quotedTotal: { amount: '4.14', currency: 'EUR' },
  payment: 'SUCCEEDS',
  channel: 'k',
  locale: 'en-GB',
}

async function ask(query: string, input: object) {
  gateway.upstreams.library(anna).photos = [buildPhoto(1)]
  gateway.upstreams.purchases(anna).orders = [buildOrder(1)]
  const { data, errors } = await gateway.ask(query, { input })
  return { data, codes: errors.map(({ extensions }) => extensions['code']) }
}

const quote = async () => ask(quoteQuery, { basketId: 'basket-1', country: 'NL', prints })
const place = async () => ask(placeMutation, confirmed)
const pay = async () => ask(payMutation, { orderId: globalId('Order', orderCodeOf(1)), payment: 'SUCCEEDS' })

const faults: readonly (readonly [string, Fault, string])[] = [
  ['answers 429', { kind: 'status', status: 429, retryAfter: '7' }, 'RATE_LIMITED'],
  ['answers 500', { kind: 'status', status: 500 }, 'UPSTREAM_UNAVAILABLE'],
  ['answers 503', { kind: 'status', status: 503 }, 'UPSTREAM_UNAVAILABLE'],
  ['resets the connection', { kind: 'reset' }, 'UPSTREAM_UNAVAILABLE'],
  ['answers garbage', { kind: 'body', text: '<html>' }, 'UPSTREAM_INVALID_RESPONSE'],
  [
    'answers another shape',
    { kind: 'body', text: '{"total":{"amount":"1","currency":4}}' },
    'UPSTREAM_INVALID_RESPONSE',
  ],
]

describe.each(faults)('when the shop %s', (_name, fault, code) => {
  test('a quote is null, and the rest of the response is there', async () => {
    gateway.upstreams.fail('/shop/v1/quotes', fault)
    const { data, codes } = await quote()
    expect([data.viewer.email !== null, data.viewer.printQuote, codes]).toEqual([true, null, [code]])
  })

  test('an order and a payment fail with a code, and succeed later', async () => {
    gateway.upstreams.fail('/shop/v1/orders', fault)
    expect((await place()).codes).toEqual([code])
    expect((await pay()).codes).toEqual([code])
    gateway.upstreams.heal()
    expect((await place()).data.placePrintOrder.orderCode).toBe(orderCodeOf(1))
    expect((await pay()).data.payOrder).toEqual({ order: { payment: 'SUCCEEDED' } })
  })
})

test('a shop that does not answer in time causes UPSTREAM_TIMEOUT', async () => {
  const app = await gateway.start({ SHOP_TIMEOUT: '100' })
  gateway.upstreams.fail('/shop/v1/orders', { kind: 'hang' })
  const response = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${gateway.token}` },
    payload: { query: placeMutation, variables: { input: confirmed } },
  })
  expect(response.json().errors[0].extensions.code).toBe('UPSTREAM_TIMEOUT')
})

test('an order is requested again with the same key after a lost answer', async () => {
  gateway.upstreams.fail('/shop/v1/orders', { kind: 'reset' }, 1)
  expect((await place()).data.placePrintOrder.orderCode).toBe(orderCodeOf(1))
  const sent = gateway.upstreams.calls.filter(({ path }) => path === '/shop/v1/orders')
  expect(sent.map(({ headers }) => [headers['idempotency-key'], headers['accept-language']])).toEqual([
    ['basket-1', 'en-GB'],
    ['basket-1', 'en-GB'],
  ])
})

test('if another attempt has ordered the basket, its order is returned with code and id, even if the order cannot be read', async () => {
  const text = JSON.stringify({ code: 'BASKET_ORDERED', orderCode: orderCodeOf(1) })
  gateway.upstreams.fail('/shop/v1/orders', { kind: 'body', text })
  gateway.upstreams.fail('/orders/v1', { kind: 'status', status: 500 })
  const { data, codes } = await place()
  expect(data.placePrintOrder).toEqual({
    orderId: globalId('Order', orderCodeOf(1)),
    orderCode: orderCodeOf(1),
    order: null,
    code: 'PRINT_BASKET_ORDERED',
  })
  expect(codes).toEqual(['UPSTREAM_UNAVAILABLE'])
})

test('a status 409 without the changed quote is an invalid response', async () => {
  gateway.upstreams.fail('/shop/v1/orders', { kind: 'status', status: 409 })
  expect((await place()).codes).toEqual(['UPSTREAM_INVALID_RESPONSE'])
})

test('a placed order is returned with its code and id, even if the order cannot be read', async () => {
  gateway.upstreams.fail('/orders/v1', { kind: 'status', status: 500 })
  const { data, codes } = await place()
  expect(data.placePrintOrder).toEqual({
    orderId: globalId('Order', orderCodeOf(1)),
    orderCode: orderCodeOf(1),
    order: null,
  })
  expect(codes).toEqual(['UPSTREAM_UNAVAILABLE'])
})

test.each([
  [404, { code: 'NOT_FOUND' }],
  [409, { code: 'PAYMENT_NOT_POSSIBLE' }],
])('a status %i of a payment becomes a result', async (status, result) => {
  gateway.upstreams.fail('/shop/v1/orders', { kind: 'status', status })
  expect((await pay()).data.payOrder).toEqual(result)
})

test('a quote for a country where the brand does not sell is refused', async () => {
  gateway.upstreams.fail('/shop/v1/quotes', { kind: 'status', status: 400, code: 'NO_DELIVERY' })
  const { basketId, prints } = confirmed
  const { data, errors } = await gateway.ask(
    'query ($input: PrintQuoteInput!) { viewer { printQuote(input: $input) { vatRate } } }',
    { input: { basketId, prints, country: 'FR', channel: 's' } },
  )
  expect([data.viewer.printQuote, errors[0]?.extensions.code]).toEqual([null, 'BAD_USER_INPUT'])
})

test('an order to a country where the brand does not sell is refused: its country is not valid', async () => {
  gateway.upstreams.fail('/shop/v1/orders', { kind: 'status', status: 400, code: 'NO_DELIVERY' })
  const { data, errors } = await gateway.ask(
    `mutation ($input: PlacePrintOrderInput!) { placePrintOrder(input: $input) {
      ... on InvalidAddress { code fields { field problem } } } }`,
    { input: confirmed },
  )
  expect(errors).toEqual([])
  expect(data.placePrintOrder).toMatchObject({ fields: [{ field: 'COUNTRY', problem: 'NOT_VALID' }] })
})
