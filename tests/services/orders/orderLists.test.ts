import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { isInProgress, listLimitsAt } from '../../../schema/rules/orderLists.ts'
import { databaseKinds } from '../../support/database.ts'
import type { Customer } from '../storage/customer.ts'
import { book, completed, euro, mug, OrderServices, started, wholeParcel } from './orderServices.ts'

const day = 86_400_000

const list = async (customer: Customer, query: string) =>
  (await customer.call('GET', `/orders/v2/superorders/me?${query}`)).body

const codesIn = async (customer: Customer, query: string): Promise<string[]> =>
  (await list(customer, query)).items.map(({ orderCode }: { orderCode: string }) => orderCode)
const daysAgo = (days: number) => new Date(Date.now() - days * day)

const line = (productCode: string, variant?: string) => ({ ...book, productCode, variant })

describe.each(databaseKinds)('lists of orders, on %s', (kind) => {
  const services = new OrderServices(kind)

  /** Moves an order and its payment into the past. */
  async function age(code: string, placedDays: number, paidDays: number): Promise<void> {
    await services.database
      .updateTable('super_orders')
      .set({ placed_at: daysAgo(placedDays), payment_changed_at: daysAgo(paidDays) })
      .where('code', '=', code)
      .execute()
  }

  async function placeAged(customer: Customer, placedDays: number, changes = {}): Promise<string> {
    const { orderCode } = await services.place(customer, changes)
    await age(orderCode, placedDays, placedDays)
    return orderCode
  }

  test('of orders in progress and of past orders together contain each order once, by the rule of the specification', async () => {
    const customer = services.newCustomer()
    const facts: Record<string, { placedAt: number; isDispatched: boolean; paymentChangedAt: number }> = {}
    for (const [placedDays, paidDays, isDispatched] of [
      [1, 1, true],
      [20, 13.9, true],
      [20, 14.1, true],
      [20, 14.1, false],
      [29.9, 29.9, false],
      [30.1, 1, false],
      [30.1, 1, true],
    ] as const) {
      const { orderCode } = await services.place(customer)
      if (isDispatched) await services.produce(orderCode, started, completed, wholeParcel)
      await age(orderCode, placedDays, paidDays)
      const now = Date.now()
      facts[orderCode] = { placedAt: now - placedDays * day, isDispatched, paymentChangedAt: now - paidDays * day }
    }
    const codes = Object.keys(facts)
    const limits = listLimitsAt(Date.now())
    const expected = Object.entries(facts).flatMap(([code, fact]) => (isInProgress(fact, limits) ? [code] : []))
    expect(expected).toEqual([codes[0], codes[1], codes[3], codes[4]])
    expect((await codesIn(customer, 'List=inProgress')).toSorted()).toEqual(expected.toSorted())
    const history = await codesIn(customer, 'List=history')
    expect(history.toSorted()).toEqual(codes.filter((code) => !expected.includes(code)).toSorted())
    expect(await codesIn(customer, 'List=history&Offset=1&Limit=1')).toEqual([history[1]])
  })

  test('continue after an order, even if newer orders were placed meanwhile', async () => {
    const customer = services.newCustomer()
    const codes: string[] = []
    for (const days of [1, 2, 3, 4, 5]) codes.push(await placeAged(customer, days))
    const first = await list(customer, 'Limit=2')
    expect([first.next, first.total]).toEqual([codes[1], 5])
    await services.place(customer)
    const second = await list(customer, `Limit=2&After=${first.next}&Count=false`)
    expect([second.items.map((one: { orderCode: string }) => one.orderCode), second.next, second.total]).toEqual([
      [codes[2], codes[3]],
      codes[3],
      null,
    ])
    const last = await list(customer, `Limit=2&After=${second.next}`)
    expect([last.items.length, last.next, last.total]).toEqual([1, null, 6])
    const foreign = (await services.place(services.newCustomer())).orderCode
    for (const after of [foreign, 'UNKNOWN', '-', '!']) {
      const refused = await customer.call('GET', `/orders/v2/superorders/me?After=${encodeURIComponent(after)}`)
      expect([after, refused.status, refused.body.code]).toEqual([after, 400, 'INVALID_CURSOR'])
    }
  })

  test('contain each order once, even if orders were placed at the same time and a page begins between them', async () => {
    const customer = services.newCustomer()
    const placed = new Date(Date.now() - day)
    const all: string[] = []
    for (let count = 0; count < 3; count += 1) all.push((await services.place(customer)).orderCode)
    await services.database.updateTable('super_orders').set({ placed_at: placed }).where('code', 'in', all).execute()
    const whole = await codesIn(customer, '')
    const rest = await codesIn(customer, `After=${whole[0]}`)
    expect([whole.toSorted(), rest]).toEqual([all.toSorted(), whole.slice(1)])
  })

  test('are searched by code, title and product code, whatever their case', async () => {
    const customer = services.newCustomer()
    const canvas = { ...book, title: 'Canvas 60 × 40 cm, 100%', productCode: 'PAP_450' }
    const first = await placeAged(customer, 3, { lines: [mug, canvas] })
    const second = await placeAged(customer, 2, { lines: [book] })
    const third = await placeAged(customer, 1, { lines: [mug] })
    await services.place(services.newCustomer(), { lines: [canvas] })
    const cases: [string, string[]][] = [
      ['canvas', [first]],
      ['PAP_45', [first]],
      ['photo', [third, second, first]],
      ['mug', [third, first]],
      [second.toLowerCase(), [second]],
      ['100%', [first]],
      ['%', [first]],
      ['_', [third, second, first]],
      ['a_v', []],
      ['\\', []],
      ['60  ×', [first]],
      ["'", []],
    ]
    for (const [search, codes] of cases) {
      expect([search, await codesIn(customer, `Search=${encodeURIComponent(search)}`)]).toEqual([search, codes])
    }
    expect(await codesIn(customer, `Search=photo&Limit=2&After=${third}`)).toEqual([second, first])
    expect((await list(customer, 'Search=photo&Limit=1')).total).toBe(3)
  })

  test('can be limited to one year, which begins at midnight in Amsterdam', async () => {
    const customer = services.newCustomer()
    const times = ['2023-12-31T22:59:59Z', '2023-12-31T23:00:00Z', '2024-12-31T22:59:59Z', '2024-12-31T23:00:00Z']
    const codes: string[] = []
    for (const time of times) {
      const { orderCode } = await services.place(customer)
      await services.database
        .updateTable('super_orders')
        .set({ placed_at: new Date(time) })
        .where('code', '=', orderCode)
        .execute()
      codes.push(orderCode)
    }
    expect(await codesIn(customer, 'Year=2024')).toEqual([codes[2], codes[1]])
    expect(await codesIn(customer, 'Year=2025')).toEqual([codes[3]])
    expect(await codesIn(customer, 'Year=1999')).toEqual([])
  })

  test.each(['List=all', 'Year=24', 'Year=0000', `Search=${'a'.repeat(101)}`, 'Search=', 'Search=%00', 'Count=no'])(
    'refuse %s',
    async (query) => {
      const { status, body } = await services.newCustomer().call('GET', `/orders/v2/superorders/me?${query}`)
      expect([status, body.code]).toEqual([400, 'INVALID_REQUEST'])
    },
  )

  test('are searched in an index that contains the searched columns', async () => {
    const { id } = services.newCustomer()
    const plan = await services.database.transaction().execute(async (change) => {
      // Tables of a test are so small that PostgreSQL would read them as a whole.
      await sql`set local enable_seqscan = off`.execute(change)
      return sql`
        explain (format json) select super_order_id from orders.sub_orders
        where account_id = ${id} and (title ilike '%a%' or product_code ilike '%a%')`.execute(change)
    })
    expect(JSON.stringify(plan.rows)).toContain('sub_orders_to_search')
  })
})

const noPhotos = { photosCount: 0, missingPhotosCount: 0 }

describe.each(databaseKinds)('the preflight of a reorder, on %s', (kind) => {
  const services = new OrderServices(kind)

  test('says which lines are still sold, and their current prices', async () => {
    const customer = services.newCustomer()
    const { orderCode } = await services.place(customer, {
      lines: [line('PAP_910', '10X15'), line('PAP_910'), line('PAP_710'), line('PAP_910', '9X9'), line('PAP_999')],
    })
    const { body } = await customer.call('GET', `/orders/reorder/status/${orderCode}`)
    expect(body).toEqual({
      orderCode,
      status: 'Available',
      reason: null,
      lines: [
        { number: 1, isSold: true, unitPrice: euro('0.19'), ...noPhotos },
        { number: 2, isSold: true, unitPrice: null, ...noPhotos },
        { number: 3, isSold: true, unitPrice: euro('11.95'), ...noPhotos },
        { number: 4, isSold: false, unitPrice: null, ...noPhotos },
        { number: 5, isSold: false, unitPrice: null, ...noPhotos },
      ],
    })
    const read = await customer.call('GET', `/orders/v1/superorders/${orderCode}`)
    expect(read.body.reorder).toEqual({ isAllowed: true, reason: null })
    const unpaid = await services.place(customer, { payment: 'pending' })
    expect(unpaid.reorder).toEqual({ isAllowed: false, reason: 'UNPAID' })
    await services.shop('POST', `/${orderCode}/cancel`)
    const cancelled = await customer.call('GET', `/orders/v1/superorders/${orderCode}`)
    expect(cancelled.body.reorder).toEqual({ isAllowed: false, reason: 'CANCELLED' })
  })

  test('lets the customer order some of the lines again, with the same URL of the shop each time', async () => {
    const customer = services.newCustomer()
    const { orderCode } = await services.place(customer)
    const reorder = async (Lines: unknown) =>
      customer.call('POST', '/orders/reorder/direct', { body: { OrderCode: orderCode, Lines } })
    const [one, again, both] = [await reorder([2, 1, 2]), await reorder([1, 2]), await reorder(undefined)]
    expect(one.body.ShopUrl).toMatch(/[?]key=[^&]+&lines=1%2C2$/)
    expect(again.body).toEqual(one.body)
    expect(`${both.body.ShopUrl}&lines=1%2C2`).toBe(one.body.ShopUrl)
    for (const [lines, status, code] of [
      [[3], 422, 'NO_SUCH_LINE'],
      [[], 400, 'INVALID_REQUEST'],
      [['1'], 400, 'INVALID_REQUEST'],
    ]) {
      const refused = await reorder(lines)
      expect([lines, refused.status, refused.body.code]).toEqual([lines, status, code])
    }
  })
})
