import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { databaseKinds } from '../../support/database.ts'
import { listOrders } from '../../../services/orders/listing.ts'
import type { Order } from '../../../services/orders/order.ts'
import { createOrder, insertOrders, newOrderCode } from '../../../services/orders/placing.ts'
import { findOrder, listSubOrders, type OrdersDatabase } from '../../../services/orders/store.ts'
import type { Customer } from '../storage/customer.ts'
import { book, completed, home, mug, OrderServices, started, wholeParcel } from './orderServices.ts'

interface Coded {
  readonly orderCode: string
}
const codesOf = (items: readonly Coded[]) => items.map(({ orderCode }) => orderCode)
const byCode = (items: readonly Coded[]) => items.toSorted((one, other) => one.orderCode.localeCompare(other.orderCode))

/** A paid order of one mug, to be inserted. */
function paidOrder({ id: accountId }: Customer, key: string): Order {
  const line = { ...mug, unitPrice: 1_295, discount: 0, vatRate: 2_100, voucher: null }
  const order = {
    accountId,
    source: 'WEB',
    shopUrl: 'https://www.keepsake.example/',
    currency: 'EUR',
    lines: [line],
    shipping: { price: 495, vatRate: 2_100 },
    deliveryType: 'Home',
    deliveryAddress: home,
    payment: 'succeeds',
  } as const
  const moment = { now: new Date(), stepSeconds: null, code: newOrderCode() }
  return { ...createOrder(order, moment).order, request_key: key, request_digest: '' }
}

describe.each(databaseKinds)('the orders of a customer, on %s', (kind) => {
  const services = new OrderServices(kind)

  test('are listed newest first, page by page, with the total', async () => {
    const customer = services.newCustomer()
    const codes: string[] = []
    for (let count = 0; count < 5; count += 1) codes.unshift((await services.place(customer)).orderCode)
    await services.place(services.newCustomer())
    const list = async (query: string) => (await customer.call('GET', `/orders/v2/superorders/me${query}`)).body
    const all = await list('')
    expect([codesOf(all.items), all.total]).toEqual([codes, 5])
    expect(all.items[0]).toEqual((await customer.call('GET', `/orders/v1/superorders/${codes[0]}`)).body)
    const pages = [await list('?Offset=0&Limit=2'), await list('?Offset=2&Limit=2'), await list('?Offset=4&Limit=2')]
    expect(pages.map(({ items, total }) => [...codesOf(items), total])).toEqual([
      [codes[0], codes[1], 5],
      [codes[2], codes[3], 5],
      [codes[4], 5],
    ])
    expect(await list('?Offset=9')).toEqual({ items: [], total: 5, next: null })
    for (const query of ['?Limit=101', '?Limit=0', '?Offset=-1', '?OrderState=expired']) {
      expect([query, (await list(query)).code]).toEqual([query, 'INVALID_REQUEST'])
    }
  })

  test('are found by their codes with one call, and those of others are left out', async () => {
    const customer = services.newCustomer()
    const [one, two] = [await services.place(customer), await services.place(customer)]
    const foreign = await services.place(services.newCustomer())
    const find = (orderCodes: readonly string[]) =>
      customer.call('POST', '/orders/v1/superorders/lookup', { body: { orderCodes } })
    const { body } = await find([foreign.orderCode, one.orderCode.toLowerCase(), 'a\u0000b', 'NONE', two.orderCode])
    const { items } = (await customer.call('GET', '/orders/v2/superorders/me')).body
    expect(byCode(body.items)).toEqual(byCode(items))
    expect((await find([])).body).toEqual({ items: [] })
    expect((await find(Array.from({ length: 101 }, () => 'X'))).status).toBe(400)
  })

  test('have 100 orders, or 10 sub-orders, on a page by default', async () => {
    const customer = services.newCustomer()
    const orders = Array.from({ length: 101 }, (_, index) => paidOrder(customer, `PAGE-${index}`))
    await services.database.transaction().execute((change) => insertOrders(change, orders))
    const pageOf = async (path: string) => {
      const { items, total } = (await customer.call('GET', `/orders${path}`)).body
      return [items.length, total]
    }
    expect(await pageOf('/v2/superorders/me')).toEqual([100, 101])
    expect(await pageOf(`/orders/byAccount/${customer.id}`)).toEqual([10, 101])
  })

  test('expire when they are not paid within 30 days', async () => {
    const customer = services.newCustomer()
    const expired = await services.place(customer, { payment: 'pending' })
    const paid = await services.place(customer)
    const fresh = await services.place(customer, { payment: 'fails' })
    await services.database
      .updateTable('super_orders')
      .set({ placed_at: sql<Date>`placed_at - interval '31 days'` })
      .where('code', 'in', [expired.orderCode, paid.orderCode])
      .execute()
    const open = (await customer.call('GET', '/orders/v2/superorders/me?Offset=0&Limit=100&OrderState=notExpired')).body
    expect([codesOf(open.items), open.total]).toEqual([[fresh.orderCode, paid.orderCode], 2])
    expect((await customer.call('GET', '/orders/v2/superorders/me')).body.total).toBe(3)
  })

  test('are counted by the metrics, without the expired ones', async () => {
    const received = async () => {
      const { body } = await services.newCustomer().call('GET', '/orders/metrics')
      return Number(/orders_unfinished_count\{status="Received"\} (\d+)/.exec(body)?.[1])
    }
    const before = await received()
    const { orderCode } = await services.place(services.newCustomer(), { payment: 'pending' })
    expect(await received()).toBe(before + 1)
    await services.database
      .updateTable('super_orders')
      .set({ placed_at: sql<Date>`placed_at - interval '31 days'` })
      .where('code', '=', orderCode)
      .execute()
    expect(await received()).toBe(before)
  })

  test('are hidden from other customers', async () => {
    const [customer, stranger] = [services.newCustomer(), services.newCustomer()]
    const { orderCode } = await services.place(customer)
    const paths = [
      `/v1/superorders/${orderCode}`,
      `/v1/Orders/${orderCode}-1`,
      `/OrderDeliveryDates/${orderCode}`,
      `/reorder/status/${orderCode}`,
      `/orders/byAccount/${customer.id}`,
    ]
    for (const path of paths) {
      const unknown = path.replace(orderCode, 'UNKNOWN').replace(customer.id, randomUUID())
      const answers = await Promise.all([path, unknown].map(async (one) => stranger.call('GET', `/orders${one}`)))
      const problems = answers.map(({ status, body }) => ({ status, ...body, correlationId: '' }))
      expect(problems[0]).toMatchObject({ status: 404, code: 'NOT_FOUND' })
      expect(problems[1]).toEqual(problems[0])
      expect([path, (await customer.call('GET', `/orders${path}`)).status]).toEqual([path, 200])
    }
    const reorder = await stranger.call('POST', '/orders/reorder/direct', { body: { OrderCode: orderCode } })
    expect([reorder.status, reorder.body.code]).toEqual([404, 'NOT_FOUND'])
  })

  test('have sub-orders, which can be filtered by article names', async () => {
    const customer = services.newCustomer()
    const first = await services.place(customer)
    const second = await services.place(customer, { lines: [mug] })
    const list = async (query: string) =>
      (await customer.call('GET', `/orders/orders/byAccount/${customer.id}${query}`)).body
    const [one, two, three] = [`${second.orderCode}-1`, `${first.orderCode}-1`, `${first.orderCode}-2`]
    const cases: [string, string[], number][] = [
      ['', [one, two, three], 3],
      ['?articleNames=Mug', [one, two], 2],
      ['?articleNames=Mug,PhotoBook&offset=1&limit=1', [two], 3],
      ['?articleNames=PhotoBook&articleNames=Poster', [three], 1],
      ['?articleNames=Poster', [], 0],
      ['?articleNames=', [], 0],
    ]
    for (const [query, codes, total] of cases) {
      const { items, total: found } = await list(query)
      expect([query, codesOf(items), found]).toEqual([query, codes, total])
    }
    expect((await list('')).items[2]).toMatchObject({ ...book, superOrderCode: first.orderCode, status: 'Confirmed' })
    expect((await customer.call('GET', `/orders/v1/Orders/${three}`)).body).toEqual((await list('')).items[2])
    expect((await list('?limit=101')).code).toBe('INVALID_REQUEST')
    for (let count = 0; count < 6; count += 1) await services.place(customer)
    const usual = await list('')
    expect([usual.items.length, usual.total]).toEqual([10, 15])
  })

  test('have the delivery dates that were promised first, beside the expected dates', async () => {
    const customer = services.newCustomer()
    const { orderCode, promisedDelivery: promised } = await services.place(customer)
    const dates = async (code: string) => customer.call('GET', `/orders/OrderDeliveryDates/${code}`)
    expect((await dates(orderCode)).body).toEqual({ orderCode, promised, expected: promised })
    const later = { from: '2030-01-02', to: '2030-01-04' }
    await services.produce(orderCode, { step: 'Delayed', at: new Date().toISOString(), expectedDelivery: later })
    expect((await dates(orderCode)).body).toEqual({ orderCode, promised, expected: later })
    const unpaid = await services.place(customer, { payment: 'pending' })
    expect((await dates(unpaid.orderCode)).status).toBe(404)
    const cancelled = await services.shop('POST', `/${orderCode}/cancel`)
    expect(cancelled.body).toMatchObject({ promisedDelivery: null, expectedDelivery: null })
    expect((await dates(orderCode)).status).toBe(404)
  })

  test('can be ordered again, with the same URL of the shop each time', async () => {
    const customer = services.newCustomer()
    const { orderCode } = await services.place(customer)
    await services.produce(orderCode, started)
    const status = async (code: string) => (await customer.call('GET', `/orders/reorder/status/${code}`)).body
    expect(await status(orderCode)).toMatchObject({ orderCode, status: 'Available', reason: null })
    const reorder = async (OrderCode: string) =>
      customer.call('POST', '/orders/reorder/direct', { body: { OrderCode } })
    const answers = await Promise.all([1, 2, 3].map(async () => reorder(orderCode)))
    answers.push(await reorder(orderCode))
    const urls = new Set(answers.map(({ body }) => body.ShopUrl))
    expect([urls.size, [...urls][0]]).toEqual([1, expect.stringMatching(/^http:\/\/[^/]+\/shop\/reorder\//)])
    expect([...urls][0]).toContain(`/${orderCode}?key=`)
    const withoutCode = await customer.call('POST', '/orders/reorder/direct', { body: {} })
    expect([withoutCode.status, withoutCode.body.code]).toEqual([400, 'INVALID_REQUEST'])
    const unpaid = (await services.place(customer, { payment: 'fails' })).orderCode
    expect([await status(unpaid), (await reorder(unpaid)).body.code]).toMatchObject([
      { orderCode: unpaid, status: 'Unavailable', reason: 'UNPAID' },
      'UNPAID',
    ])
    await services.shop('POST', `/${unpaid}/cancel`)
    const refusal = await reorder(unpaid)
    expect([refusal.status, refusal.body.code, (await status(unpaid)).reason]).toEqual([409, 'CANCELLED', 'CANCELLED'])
  })

  test('have the status that belongs to their parcels, even if a parcel is sent meanwhile', async () => {
    const { orderCode } = await services.place(services.newCustomer())
    await services.produce(orderCode, started, completed)
    let sent: Promise<unknown> | undefined
    const sendParcel = async () => {
      sent ??= services.produce(orderCode, wholeParcel)
      // The embedded database has one connection: the parcel is sent after the reads, so waiting here would never end.
      if (kind === 'a PostgreSQL server') await sent
    }
    const database = services.database.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        await sendParcel()
        return result
      },
    })
    const order = await findOrder(database, { code: orderCode })
    await sent
    expect([order?.status, order?.parcels.length]).toEqual(['ProductionCompleted', 0])
  })

  test('cost the same number of statements at 10,000 orders as at 100', async () => {
    const customer = services.newCustomer()
    const { orderCode } = await services.place(customer)
    const { database, statements } = countStatements(services.database)
    const costs: unknown[] = []
    for (const count of [100, 10_000]) {
      await multiply(services.database, orderCode, count)
      const before = statements()
      const page = { offset: count - 10, limit: 10 }
      const listed = await listOrders(database, customer.id, { leavesOutExpired: true }, { ...page, counts: true })
      const subOrders = await listSubOrders(database, customer.id, { ...page, articleNames: ['Mug'] })
      const found = [
        listed.orders.length,
        (listed.total ?? 0) - count,
        subOrders.orders.length,
        subOrders.total - count,
      ]
      costs.push([found, statements() - before])
    }
    expect(costs).toEqual([
      // Six statements, of which one has a subquery that is counted too.
      [[10, 0, 10, 0], 7],
      [[10, 0, 10, 0], 7],
    ])
  })
})

/** Returns the database with a counter of its statements. */
function countStatements(database: OrdersDatabase): { database: OrdersDatabase; statements: () => number } {
  let count = 0
  const counted = database.withPlugin({
    transformQuery: ({ node }) => {
      count += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { database: counted, statements: () => count }
}

/** Copies an order with its lines until its account has this many orders. */
async function multiply(database: OrdersDatabase, code: string, count: number): Promise<void> {
  await sql`
    with copied as (
      insert into orders.super_orders
      select copy.*
      from orders.super_orders as original, generate_series(2, ${count}::int) as number,
        lateral jsonb_populate_record(original, jsonb_build_object(
          'id', gen_random_uuid(), 'code', 'COPY' || number, 'request_key', number::text,
          'placed_at', original.placed_at - make_interval(mins => number)
        )) as copy
      where original.code = ${code}
        and not exists (select from orders.super_orders where super_orders.code = 'COPY' || number)
      returning id, code, placed_at
    )
    insert into orders.sub_orders
    select copy.*
    from copied, orders.sub_orders as item,
      lateral jsonb_populate_record(item, jsonb_build_object(
        'code', copied.code || '-' || item.number, 'super_order_id', copied.id, 'placed_at', copied.placed_at
      )) as copy
    where item.code like ${`${code}-%`}`.execute(database)
}
