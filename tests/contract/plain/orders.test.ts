import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildPhoto, imageIdOf } from '../../support/photoLibrary.ts'
import { setUpPlainGateway } from '../../support/plainSetup.ts'
import { buildLine, buildOrder, buildVoucher, type FakeOrder, orderCodeOf } from '../../support/purchases.ts'
import { type Received, connect, listen } from '../../support/socketClient.ts'
import { anna } from '../../support/tokens.ts'

/* Tests orders and vouchers of services that answer only the calls of the specification. */

const setup = setUpPlainGateway()
const disposals: (() => unknown)[] = []
const purchases = () => setup.upstreams.purchases(anna)
const listCall = 'GET /orders/v2/superorders/me'

beforeEach(() => {
  setup.upstreams.clearPurchases()
  setup.upstreams.library(anna).photos = [buildPhoto(1)]
})
afterEach(() => Promise.all(disposals.splice(0).map((dispose) => dispose())))

/** Fills the list with orders of these numbers, newest first. */
function fill(numbers: readonly number[], own: (number: number) => Partial<FakeOrder> = () => ({})): void {
  purchases().orders = numbers.toSorted((one, other) => other - one).map((number) => buildOrder(number, own(number)))
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const page = `query ($list: OrderList, $search: String, $year: Int, $skip: Int! = 0, $first: Int, $after: String) {
  viewer { orders(list: $list, search: $search, year: $year, skip: $skip, first: $first, after: $after) {
    totalCount edges { cursor node { code } } pageInfo { hasNextPage endCursor }
  } } }`

async function list(variables: Record<string, unknown> = {}) {
  const { data, calls } = await setup.read(page, variables)
  const { edges, pageInfo, totalCount } = data.viewer.orders
  const numbers: number[] = edges.map(({ node }: { node: { code: string } }) => Number(/\d+/.exec(node.code)?.[0]))
  return { numbers, calls: calls.length, end: pageInfo.endCursor, hasNext: pageInfo.hasNextPage, totalCount, edges }
}

/** All pages of a list. */
async function walk(variables: Record<string, unknown>) {
  const numbers: number[] = []
  let [after, calls] = ['' as string | null, 0]
  while (after !== null) {
    const found = await list({ ...variables, after: after || null })
    numbers.push(...found.numbers)
    calls += found.calls
    after = found.hasNext ? found.end : null
  }
  return { numbers, calls }
}

describe('the list of orders', () => {
  test('is read page by page, with a call for each 100 orders, and is not counted', async () => {
    fill(upTo(250))
    const first = await list({ first: 30 })
    expect(first).toMatchObject({ numbers: upTo(250).toReversed().slice(0, 30), calls: 1, totalCount: null })
    expect((await walk({ first: 90 })).numbers).toEqual(upTo(250).toReversed())
    expect(await list({ first: 250 })).toMatchObject({ calls: 3, hasNext: false })
    expect(await list({ first: 10, skip: 130 })).toMatchObject({
      numbers: upTo(120).toReversed().slice(0, 10),
      calls: 2,
    })
    expect(await list({ first: 10, skip: 900 })).toMatchObject({ numbers: [], calls: 3, hasNext: false })
  })

  test('takes no call for each order: dates are unknown, and the state says what can be ordered again', async () => {
    const states = ['Received', 'Confirmed', 'Cancelled', 'Dispatched'] as const
    fill(upTo(100), (number) => ({ status: states[number % 4] ?? 'Confirmed' }))
    const query = `{ viewer { orders(first: 100) { edges { node {
      canReorder { isAllowed reason until } promisedDelivery { from } expectedDelivery { to } } } } } }`
    const { data, calls } = await setup.read(query)
    expect(calls).toEqual([listCall])
    const unknown = { promisedDelivery: null, expectedDelivery: null }
    const refused = (reason: string) => ({ ...unknown, canReorder: { isAllowed: false, reason, until: null } })
    const allowed = { ...unknown, canReorder: { isAllowed: true, reason: null, until: null } }
    const edges = [refused('ORDER_UNPAID'), allowed, refused('ORDER_CANCELLED'), allowed]
    expect(data.viewer.orders.edges.slice(0, 4)).toEqual(edges.map((node) => ({ node })))
  })

  test('continues after an order although many orders were added or removed before it', async () => {
    const all = upTo(400)
    fill(all)
    const { end } = await list({ first: 250 })
    const rest = upTo(150).toReversed()
    fill([...all, ...Array.from({ length: 180 }, (_, index) => 500 + index)])
    expect((await list({ first: 150, after: end })).numbers).toEqual(rest)
    // The order at which the cursor points and 239 others are removed.
    fill([...upTo(150), ...Array.from({ length: 10 }, (_, index) => 391 + index)])
    expect((await list({ first: 150, after: end })).numbers).toEqual(rest)
  })

  test('is divided into orders in progress and history by the rules of the specification', async () => {
    const now = Date.now()
    const day = 86_400_000
    const at = (days: number) => new Date(now - days * day).toISOString()
    fill([1, 2, 3, 4], (number) => ({
      placedAt: at([40, 29, 20, 20][number - 1] ?? 0),
      paymentChangedAt: at([1, 29, 15, 13][number - 1] ?? 0),
      status: number > 2 ? 'Dispatched' : 'Confirmed',
    }))
    expect((await list({ list: 'IN_PROGRESS' })).numbers).toEqual([4, 2])
    expect((await list({ list: 'HISTORY' })).numbers).toEqual([3, 1])
  })

  test('is searched by title and product code, and by the year in Amsterdam', async () => {
    const years = ['2023-12-31T22:59:59Z', '2023-12-31T23:00:00Z', '2024-12-31T22:59:59Z', '2024-12-31T23:00:00Z']
    fill([1, 2, 3, 4], (number) => ({
      placedAt: years[number - 1] ?? '',
      products: [buildLine(number, 1, number === 2 ? { title: 'Canvas', productCode: 'PAP_450' } : {})],
    }))
    expect((await list({ search: 'cANVAS' })).numbers).toEqual([2])
    expect((await list({ search: 'pap_45' })).numbers).toEqual([2])
    expect((await list({ search: 'img_3' })).numbers).toEqual([3])
    expect((await list({ year: 2024 })).numbers).toEqual([3, 2])
  })

  test('continues after an order whose time is written with a space', async () => {
    fill(upTo(5), (number) => ({ placedAt: `2026-03-01 10:00:0${number}` }))
    expect((await walk({ first: 2 })).numbers).toEqual(upTo(5).toReversed())
  })

  test('leaves out orders without a readable time when a year is chosen', async () => {
    fill([1, 2], (number) => ({ placedAt: number === 1 ? 'yesterday' : '2024-05-01T10:00:00Z' }))
    expect((await list({ year: 2024 })).numbers).toEqual([2])
    expect((await list()).numbers).toEqual([2, 1])
  })

  test('is searched as a whole, and continues where a page of a long search ended', async () => {
    const canvas = { products: [buildLine(1, 1, { title: 'Canvas' })] }
    fill(upTo(2_650), (number) => (number === 7 || number === 2_000 ? canvas : {}))
    expect(await list({ search: 'canvas', first: 1 })).toMatchObject({ numbers: [2_000], calls: 7, hasNext: true })
    const { numbers, calls } = await walk({ search: 'canvas', first: 2 })
    expect([numbers, calls]).toEqual([[2_000, 7], 28])
  })
})

describe('an order', () => {
  const whole = `id code version placedAt status payment shipments { number } timeline { kind }
    lines { id title unitPrice { amount } tax { amount } voucher { campaignName } photos { fileName } }
    vouchers { state } promisedDelivery { from } expectedDelivery { to } total { amount } tax { amount }
    canChangeAddress { isAllowed reason } canReorder { isAllowed reason }
    reorderPreflight { lines { priceNow { amount } missingPhotosCount skipReason } }`
  const query = `query ($code: String!) { viewer { order(code: $code) { ${whole} } } }`
  const read = async (code: string) => setup.read(query, { code })

  test('shows what these services know; its dates, voucher and reorder status take one call each', async () => {
    fill([1])
    purchases().vouchers = [buildVoucher()]
    const { data, calls } = await read(orderCodeOf(1))
    const { id, code, lines, ...order } = data.viewer.order
    expect([id, code]).toEqual([Buffer.from(`Order:${orderCodeOf(1)}`).toString('base64url'), orderCodeOf(1)])
    expect(order).toEqual({
      version: null,
      placedAt: buildOrder(1).placedAt,
      status: 'ORDERED',
      payment: 'SUCCEEDED',
      shipments: null,
      timeline: null,
      vouchers: [{ state: 'USED' }],
      promisedDelivery: { from: '2026-03-05' },
      expectedDelivery: { to: '2026-03-10' },
      total: { amount: '22.95' },
      tax: null,
      canChangeAddress: { isAllowed: true, reason: null },
      canReorder: { isAllowed: true, reason: null },
      reorderPreflight: { lines: [{ priceNow: null, missingPhotosCount: null, skipReason: null }] },
    })
    expect(lines).toMatchObject([
      { unitPrice: { amount: '10.00' }, tax: null, voucher: { campaignName: 'Spring' }, photos: [] },
    ])
    expect(calls.toSorted()).toEqual([
      `GET /orders/OrderDeliveryDates/${orderCodeOf(1)}`,
      `GET /orders/reorder/status/${orderCodeOf(1)}`,
      `GET /orders/v1/superorders/${orderCodeOf(1)}`,
      'GET /vouchers/api/v1/campaigns/offers/KEEP-20',
    ])
  })

  test('takes one call to the vouchers service to read the voucher of one line again', async () => {
    fill([1], () => ({ products: ['KEEP-20', 'OTHER'].map((voucher, index) => buildLine(1, index + 1, { voucher })) }))
    const query = 'query ($id: ID!) { node(id: $id) { ... on OrderLine { voucher { code state } } } }'
    const id = Buffer.from(`OrderLine:${orderCodeOf(1)}-1`).toString('base64url')
    for (const state of ['used', 'returned']) {
      purchases().vouchers = [buildVoucher('KEEP-20', { state })]
      const { data, calls } = await setup.read(query, { id })
      expect(data.node).toEqual({ voucher: { code: 'KEEP-20', state: state.toUpperCase() } })
      expect(calls).toEqual([
        `GET /orders/v1/Orders/${orderCodeOf(1)}-1`,
        'GET /vouchers/api/v1/campaigns/offers/KEEP-20',
      ])
    }
  })

  test('shows its other vouchers if one cannot be read, and an error says which one', async () => {
    const products = ['KEEP-20', 'BROKEN', 'GONE'].map((voucher, index) => buildLine(1, index + 1, { voucher }))
    fill([1], () => ({ products }))
    purchases().vouchers = [buildVoucher()]
    setup.upstreams.fail('/vouchers/api/v1/campaigns/offers/BROKEN', { kind: 'status', status: 500 })
    const query =
      'query ($code: String!) { viewer { order(code: $code) { lines { voucher { code } } vouchers { code } } } }'
    const { data, errors } = await setup.ask(query, { code: orderCodeOf(1) })
    expect(data.viewer.order).toEqual({
      lines: [{ voucher: { code: 'KEEP-20' } }, { voucher: null }, { voucher: null }],
      vouchers: [{ code: 'KEEP-20' }],
    })
    expect(errors.map(({ path, extensions }) => [path?.join('.'), extensions['code']])).toEqual([
      ['viewer.order.lines.1.voucher', 'UPSTREAM_UNAVAILABLE'],
    ])
    setup.upstreams.fail('/vouchers', { kind: 'status', status: 500 })
    const failed = await setup.ask(query, { code: orderCodeOf(1) })
    expect(failed.data.viewer.order.vouchers).toBe(null)
  })

  test.each([
    ['Received', 'Home', null],
    ['Confirmed', 'PickupPoint', 'PICKUP_POINT'],
    ['ProductionStarted', 'Home', 'PRODUCTION_STARTED'],
    ['Dispatched', 'Home', 'PRODUCTION_STARTED'],
    ['Cancelled', 'PickupPoint', 'ORDER_CANCELLED'],
  ] as const)(
    'with the state %s, delivered to %s, can get another address: %s',
    async (status, deliveryType, reason) => {
      fill([1], () => ({ status, deliveryType, promisedDelivery: null }))
      const { data } = await read(orderCodeOf(1))
      expect(data.viewer.order).toMatchObject({
        canChangeAddress: { isAllowed: reason === null, reason },
        promisedDelivery: null,
      })
    },
  )

  test('can get another delivery address, and can be ordered again', async () => {
    fill([1])
    const id = Buffer.from(`Order:${orderCodeOf(1)}`).toString('base64url')
    const change = `mutation ($id: ID!) { changeDeliveryAddress(input: { orderId: $id, address: {
      country: "NL", name: "Anna", street: "Kade", city: "Breda" } }) {
      ... on ChangeDeliveryAddressSuccess { order { deliveryAddress { city } } } } }`
    const changed = await setup.read(change, { id })
    expect(changed.data.changeDeliveryAddress).toEqual({ order: { deliveryAddress: { city: 'Breda' } } })
    const again = 'mutation ($id: ID!) { reorder(input: { orderId: $id }) { ... on ReorderSuccess { shopUrl } } }'
    expect((await setup.read(again, { id })).data.reorder.shopUrl).toMatch(/key=1$/)
  })

  test('is ordered again with all lines, because these services cannot leave lines out', async () => {
    fill([1], () => ({ products: [buildLine(1, 1, { photoIds: [imageIdOf(9)] })] }))
    purchases().notSold.add('PAP_910')
    const query = `mutation ($id: ID!) { reorder(input: { orderId: $id }) {
      ... on ReorderSuccess { shopUrl skippedLines { skipReason } } } }`
    const { data } = await setup.read(query, { id: Buffer.from(`Order:${orderCodeOf(1)}`).toString('base64url') })
    expect(data.reorder).toMatchObject({ skippedLines: [] })
  })
})

test('events of orders come from polling, because these services have no socket for them', async () => {
  fill([1, 2])
  const lists = () => setup.plain.calls.filter((call) => call === listCall).length
  const before = lists()
  const client = connect(setup.url, setup.token)
  disposals.push(() => client.dispose())
  const received: Received = listen(client, { query: 'subscription { orderEvents { code status } }' })
  const shown = (): [string, string][] =>
    received.events.flatMap(({ orderEvents: { code, status } }) => (code ? [[code, status]] : []))
  // Waits until the first list is answered, so that it does not contain the change below.
  await expect.poll(lists).toBeGreaterThan(before + 1)
  await expect.poll(() => received.events.length).toBe(1)
  fill([1, 2, 3], (number) => (number === 1 ? { status: 'Dispatched' } : {}))
  await expect
    .poll(() => new Map(shown()))
    .toEqual(
      new Map([
        [orderCodeOf(1), 'SENT'],
        [orderCodeOf(3), 'ORDERED'],
      ]),
    )
})
