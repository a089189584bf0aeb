import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../support/gateway.ts'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { globalId } from '../support/globalIds.ts'
import { buildPhoto, imageIdOf } from '../support/photoLibrary.ts'
import { buildLine, buildOrder, buildShipment, buildVoucher, orderCodeOf } from '../support/purchases.ts'
import { anna } from '../support/tokens.ts'
import type { Fault } from '../support/upstreamFaults.ts'

const gateway = setUpGateway()
/** A gateway with short timeouts. */
let shortTimeoutApp: FastifyInstance
const code = orderCodeOf(1)
const purchases = () => gateway.upstreams.purchases(anna)

beforeAll(async () => {
  shortTimeoutApp = await gateway.startWithShortTimeouts()
})
beforeEach(async () => {
  gateway.upstreams.clearPurchases()
  gateway.upstreams.library(anna).photos = [buildPhoto(1), buildPhoto(2)]
  purchases().orders = [buildOrder(1, { shipments: [buildShipment()] })]
  purchases().vouchers = [buildVoucher()]
  // Successful calls keep the circuit breakers closed in spite of the failures in consecutive tests.
  for (const app of [shortTimeoutApp, gateway.app]) await ask(app, page, { token: gateway.token })
  gateway.upstreams.heal()
})

const page = `{ viewer { email orders(first: 5) { edges { node {
  code lines { title photos { fileName } voucher { state } } vouchers { code } shipments { number }
} } } } }`
const whole = {
  code,
  lines: [
    {
      title: 'Photo prints 1',
      photos: [{ fileName: 'IMG_1.jpg' }, { fileName: 'IMG_2.jpg' }],
      voucher: { state: 'USED' },
    },
  ],
  vouchers: [{ code: 'KEEP-20' }],
  shipments: [{ number: 1 }],
}

const faults: [string, Fault, string][] = [
  ['is slow', { kind: 'hang' }, 'UPSTREAM_TIMEOUT'],
  ['stalls in the middle of its response', { kind: 'slowBody' }, 'UPSTREAM_TIMEOUT'],
  ['resets the connection', { kind: 'reset' }, 'UPSTREAM_UNAVAILABLE'],
  ['responds with 500', { kind: 'status', status: 500 }, 'UPSTREAM_UNAVAILABLE'],
  ['sends invalid JSON', { kind: 'body', text: '<html>' }, 'UPSTREAM_INVALID_RESPONSE'],
  [
    'sends an unexpected shape',
    { kind: 'body', text: '{"items":[{"orderCode":true}],"offers":1}' },
    'UPSTREAM_INVALID_RESPONSE',
  ],
  ['limits the rate', { kind: 'status', status: 429, retryAfter: '7' }, 'RATE_LIMITED'],
  ['reports a conflict', { kind: 'status', status: 409 }, 'CONFLICT'],
]

describe.each(faults)('when a service %s', (_what, fault, failure) => {
  const app = () => (failure === 'UPSTREAM_TIMEOUT' ? shortTimeoutApp : gateway.app)
  const read = async (query: string, variables = {}) => ask(app(), query, { token: gateway.token, variables })
  const codesOf = (errors: Awaited<ReturnType<typeof read>>['errors']) =>
    errors.map(({ path, extensions }) => [path?.at(-1), extensions['code']] as const)

  test('the list of orders is null with a coded error, and the rest of the response is intact', async () => {
    gateway.upstreams.fail('/orders', fault)
    const { data, errors } = await read(page)
    expect(data.viewer).toEqual({ email: 'a@example.com', orders: null })
    expect(codesOf(errors)).toEqual([['orders', failure]])
    expect(errors[0]?.extensions['retryAfter']).toBe(failure === 'RATE_LIMITED' ? 7 : undefined)
  })

  test('an order is null with a coded error, not with "Order not found"', async () => {
    gateway.upstreams.fail('/orders', fault)
    const { data, errors } = await read('query ($code: String!) { viewer { email order(code: $code) { code } } }', {
      code,
    })
    expect([data.viewer, codesOf(errors)]).toEqual([{ email: 'a@example.com', order: null }, [['order', failure]]])
  })

  test('only the vouchers are null if this service is the vouchers service', async () => {
    gateway.upstreams.fail('/vouchers', fault)
    const { data, errors } = await read(page)
    const [line] = whole.lines
    expect(data.viewer.orders.edges).toEqual([
      { node: { ...whole, lines: [{ ...line, voucher: null }], vouchers: null } },
    ])
    expect(new Map(codesOf(errors))).toEqual(
      new Map([
        ['voucher', failure],
        ['vouchers', failure],
      ]),
    )
  })

  test('only the photos are null if this service is the photos service', async () => {
    gateway.upstreams.fail('/photos', fault)
    const { data, errors } = await read(page)
    const [line] = whole.lines
    expect(data.viewer.orders.edges).toEqual([{ node: { ...whole, lines: [{ ...line, photos: null }] } }])
    expect(codesOf(errors)).toEqual([['photos', failure]])
  })

  test('only the number of orders is null if the count fails', async () => {
    gateway.upstreams.fail('/orders/v2/superorders/me?Offset=0&Limit=1&', fault)
    const query = '{ viewer { orders(first: 5) { totalCount edges { node { code } } } } }'
    const { data, errors } = await read(query)
    expect(data.viewer.orders).toEqual({ totalCount: null, edges: [{ node: { code } }] })
    expect(codesOf(errors)).toEqual([['totalCount', failure]])
  })

  test('a preflight and a reorder succeed without the photos', async () => {
    gateway.upstreams.fail('/photos', fault)
    const query =
      'query ($code: String!) { viewer { order(code: $code) { reorderPreflight { lines { missingPhotosCount skipReason } } } } }'
    const { data, errors } = await read(query, { code })
    expect([data.viewer.order.reorderPreflight.lines, errors]).toEqual([
      [{ missingPhotosCount: 0, skipReason: null }],
      [],
    ])
    const result = await read(
      'mutation ($id: ID!) { reorder(input: { orderId: $id }) { ... on ReorderSuccess { shopUrl } } }',
      {
        id: globalId('Order', code),
      },
    )
    expect(result.data.reorder.shopUrl).toContain('key=1')
  })

  test('a change of the address fails with a code, unless the state of the order refuses it', async () => {
    gateway.upstreams.fail('/orders/v1/superorders/', fault)
    const mutation = `mutation ($id: ID!) { changeDeliveryAddress(input: { orderId: $id, address: {
      country: "NL", name: "A", street: "B", city: "C" } }) { __typename } }`
    const { errors } = await read(mutation, { id: globalId('Order', code) })
    expect(codesOf(errors)).toEqual([['changeDeliveryAddress', failure]])
  })
})

const refusalOf = (name: string, input: string) =>
  `mutation ($id: ID!) { ${name}(input: { orderId: $id ${input} }) { ... on UserError { code message } } }`

test('a line shows at most four photos, even if the service sends more', async () => {
  const numbers = [1, 2, 3, 4, 5]
  gateway.upstreams.library(anna).photos = numbers.map((number) => buildPhoto(number))
  purchases().orders = [buildOrder(1, { products: [buildLine(1, 1, { photoIds: numbers.map(imageIdOf) })] })]
  const { data } = await gateway.ask('{ viewer { orders { edges { node { lines { photos { fileName } } } } } } }')
  const shown = [1, 2, 3, 4].map((number) => ({ fileName: `IMG_${number}.jpg` }))
  expect(data.viewer.orders.edges).toEqual([{ node: { lines: [{ photos: shown }] } }])
})

test('a reorder and an address change report "Order not found" if the services answer 404', async () => {
  gateway.upstreams.fail('/vouchers/api/v1/campaigns/offers/KEEP-20', { kind: 'status', status: 404 })
  gateway.upstreams.fail('/orders/v1/superorders/', { kind: 'status', status: 404 })
  const variables = { id: globalId('Order', code) }
  const address = ', address: { country: "NL", name: "A", street: "B", city: "C" }'
  const notFound = { code: 'NOT_FOUND', message: 'Order not found' }
  expect((await gateway.ask(refusalOf('reorder', ''), variables)).data.reorder).toEqual(notFound)
  const changed = await gateway.ask(refusalOf('changeDeliveryAddress', address), variables)
  expect(changed.data.changeDeliveryAddress).toEqual(notFound)
})

test('a 400 for an address becomes INVALID_ADDRESS without fields, because only the service knows the wrong fields', async () => {
  gateway.upstreams.fail('/orders/v1/superorders/', { kind: 'status', status: 400 })
  const mutation = `mutation ($id: ID!) { changeDeliveryAddress(input: { orderId: $id, address: {
    country: "NL", name: "A", street: "B", city: "C" } }) { ... on InvalidAddress { code fields { field } } } }`
  const { data } = await gateway.ask(mutation, { id: globalId('Order', code) })
  expect(data.changeDeliveryAddress).toEqual({ code: 'INVALID_ADDRESS', fields: [] })
})

test('an order that is cancelled between the preflight and the reorder is unavailable', async () => {
  gateway.upstreams.fail('/orders/reorder/direct', { kind: 'status', status: 409 })
  const mutation = `mutation ($id: ID!) { reorder(input: { orderId: $id }) { ... on ReorderUnavailable { code reason } } }`
  const { data } = await gateway.ask(mutation, { id: globalId('Order', code) })
  expect(data.reorder).toEqual({ code: 'REORDER_UNAVAILABLE', reason: null })
})

describe('values that the API does not know', () => {
  test('are null or left out, and the order is shown', async () => {
    const odd = {
      status: 'Lost',
      source: 'FAX',
      payment: 'later',
      fulfilment: 'odd',
      deliveryType: 'Drone',
      placedAt: '2026-03-01 10:00:00',
      addressChange: { isAllowed: false, reason: 'MOON', until: 'soon' },
      reorder: { isAllowed: false, reason: 'MOON' },
      timeline: [
        { at: '2026-03-01T10:00:00Z', kind: 'Danced', parcel: null },
        { at: 'yesterday', kind: 'Placed', parcel: null },
        { at: '2026-03-01T10:00:00Z', kind: 'Delivered', parcel: 7 },
      ],
      shipments: [
        {
          ...buildShipment(),
          status: 'Flying',
          lines: [{ number: 9, quantity: 1 }],
          events: [{ at: '2026-03-01T10:00:00Z', kind: 'Flying', place: null }],
        },
      ],
    }
    const text = JSON.stringify({ items: [{ ...buildOrder(1), ...odd }], next: null })
    gateway.upstreams.fail('/orders/v2/superorders/me', { kind: 'body', text })
    const query = `{ viewer { orders { edges { node { status source payment fulfilment deliveryType placedAt
      canChangeAddress { isAllowed reason until } canReorder { reason } timeline { kind shipment { number } }
      shipments { status lines { quantity } events { at } } } } } } }`
    const { data, errors } = await gateway.ask(query)
    expect(errors).toEqual([])
    expect(data.viewer.orders.edges[0].node).toEqual({
      status: null,
      source: null,
      payment: null,
      fulfilment: null,
      deliveryType: null,
      placedAt: '2026-03-01T10:00:00.000Z',
      canChangeAddress: { isAllowed: false, reason: null, until: null },
      canReorder: { reason: null },
      timeline: [{ kind: 'DELIVERED', shipment: null }],
      shipments: [{ status: null, lines: [], events: [] }],
    })
  })

  test.each([
    ['an amount that is not a decimal number', { total: { amount: '1e3', currency: 'EUR' } }],
    ['a tracking URL that is a script', { shipments: [{ ...buildShipment(), trackingUrl: 'javascript:alert(1)' }] }],
    ['a date that is not a day', { promisedDelivery: { from: 'Monday', to: '2026-03-01' } }],
    ['a line without a title', { products: [{ ...buildLine(1, 1), title: null }] }],
  ])('make the response invalid if nothing can be left out: %s', async (_what, wrong) => {
    const text = JSON.stringify({ ...buildOrder(1), ...wrong })
    gateway.upstreams.fail('/orders/v1/superorders/', { kind: 'body', text })
    const { errors } = await gateway.ask('query ($code: String!) { viewer { order(code: $code) { code } } }', { code })
    expect(errors).toMatchObject([{ message: 'Unable to parse response!' }])
  })
})
