import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { confirm } from '../../../services/orders/order.ts'
import { databaseKinds } from '../../support/database.ts'
import { callAsService } from '../asService.ts'
import { until } from '../storage/customer.ts'
import { book, completed, euro, home, mug, orderOf, OrderServices, started, wholeParcel } from './orderServices.ts'

describe.each(databaseKinds)('the calls of the shop, on %s', (kind) => {
  const services = new OrderServices(kind)
  const typesOf = async (customer: { id: string }) => (await services.eventsOf(customer)).map(({ type }) => type)

  test('place an order, which keeps a copy of what was ordered', async () => {
    const customer = services.newCustomer()
    const placed = await services.place(customer)
    const line = {
      superOrderCode: placed.orderCode,
      placedAt: placed.placedAt,
      status: 'Confirmed',
      missingPhotosCount: 0,
    }
    expect(placed).toEqual({
      orderCode: expect.stringMatching(/^[2-9A-Z]{12}$/),
      version: 1,
      source: 'WEB',
      placedAt: expect.any(String),
      status: 'Confirmed',
      payment: 'paymentSuccess',
      paymentChangedAt: placed.placedAt,
      fulfilment: 'approved',
      products: [
        {
          ...line,
          ...mug,
          orderCode: `${placed.orderCode}-1`,
          number: 1,
          total: euro('31.08'),
          tax: euro('5.39'),
          photosCount: 2,
        },
        {
          ...line,
          ...book,
          orderCode: `${placed.orderCode}-2`,
          number: 2,
          total: euro('39.95'),
          tax: euro('3.30'),
          photosCount: 0,
          voucher: null,
          projectId: null,
        },
      ],
      productCount: 2,
      subtotal: euro('78.80'),
      discount: euro('7.77'),
      shipping: euro('4.95'),
      tax: euro('9.55'),
      total: euro('75.98'),
      vat: [
        { vatRate: '9.00', net: euro('36.65'), tax: euro('3.30'), gross: euro('39.95') },
        { vatRate: '21.00', net: euro('29.78'), tax: euro('6.25'), gross: euro('36.03') },
      ],
      deliveryType: 'Home',
      deliveryAddress: home,
      addressChange: { isAllowed: true, reason: null, until: null },
      reorder: { isAllowed: true, reason: null },
      promisedDelivery: { from: expect.any(String), to: expect.any(String) },
      expectedDelivery: placed.promisedDelivery,
      shipments: [],
      timeline: [
        { at: placed.placedAt, kind: 'Placed', parcel: null },
        { at: placed.placedAt, kind: 'Paid', parcel: null },
      ],
    })
    expect((await customer.call('GET', `/orders/v1/superorders/${placed.orderCode}`)).body).toEqual(placed)
    const events = await services.eventsOf(customer)
    expect(events.map(({ type }) => type)).toEqual(['order.placed', 'order.paid', 'order.changed'])
    const named = { orderCode: placed.orderCode, placed: placed.placedAt, vouchers: ['KEEP-20'] }
    expect(events[0]?.data).toEqual(named)
    expect(events[1]?.data).toMatchObject({
      ...named,
      lines: [{ voucher: 'KEEP-20', total: euro('31.08') }, { voucher: null }],
      totals: { total: euro('75.98') },
      vat: placed.vat,
    })
    expect(events[2]?.data).toEqual({ orderCode: placed.orderCode, status: 'Confirmed', version: 1 })
  })

  test('restart the storage period of the photos', async () => {
    const customer = services.newCustomer()
    const lastOrder = async () =>
      (await customer.call('GET', '/customers/accounts/getaccountinformation')).body.lastOrderDate
    expect(await lastOrder()).toBe(null)
    const { placedAt } = await services.place(customer)
    expect(await until(lastOrder, 'the event to be handled')).toBe(placedAt)
  })

  test('place an order once per key, concurrently or later', async () => {
    const customer = services.newCustomer()
    const place = async (key: string, changes = {}) =>
      services.shop('POST', '', { body: orderOf(customer, changes), key })
    const answers = await Promise.all([1, 2, 3].map(async () => place('a')))
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '200', '201'])
    expect(new Set(answers.map(({ body }) => body.orderCode)).size).toBe(1)
    expect((await place('a', { source: 'APP' })).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
    expect((await place('b')).status).toBe(201)
    expect((await services.shop('POST', '', { body: orderOf(customer) })).status).toBe(400)
    expect((await typesOf(customer)).filter((type) => type === 'order.placed')).toHaveLength(2)
  })

  test('find the order of a request whose answer was lost, even if the prices have changed since', async () => {
    const customer = services.newCustomer()
    const requestDigest = 'a'.repeat(64)
    const find = async (key: string, digest: string | null, { id }: { readonly id: string } = customer) => {
      const query = new URLSearchParams({ accountId: id, key, ...(digest !== null && { digest }) })
      return callAsService(services, 'GET', `/orders/v1/placed-orders?${query}`)
    }
    const place = async (changes = {}) =>
      services.shop('POST', '', { body: orderOf(customer, { requestDigest, ...changes }), key: 'lost' })
    expect((await find('lost', requestDigest)).status).toBe(404)
    const { body } = await place()
    expect((await find('lost', requestDigest)).body.orderCode).toBe(body.orderCode)
    expect((await find('lost', null)).body.orderCode).toBe(body.orderCode)
    expect((await find('lost', null, services.newCustomer())).status).toBe(404)
    const again = await place({ lines: [{ ...mug, unitPrice: euro('13.95') }] })
    expect([again.status, again.body.orderCode, again.body.total]).toEqual([200, body.orderCode, body.total])
    expect((await place({ requestDigest: 'b'.repeat(64) })).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
    expect((await find('lost', 'b'.repeat(64))).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
    expect((await find('another', requestDigest)).status).toBe(404)
    expect((await find('lost', requestDigest, services.newCustomer())).status).toBe(404)
  })

  test.each([
    ['no lines', { lines: [] }],
    ['too many lines', { lines: Array.from({ length: 101 }, () => mug) }],
    ['a discount above the price', { lines: [{ ...mug, discount: euro('38.86') }] }],
    ['a negative price', { lines: [{ ...mug, unitPrice: euro('-1.00'), discount: euro('0.00') }] }],
    ['another currency', { lines: [{ ...mug, unitPrice: { amount: '12.95', currency: 'SEK' } }] }],
    ['too many items', { lines: [{ ...mug, quantity: 1_001 }] }],
    ['too many photos on a line', { lines: [{ ...mug, photoIds: Array.from({ length: 1_001 }, () => randomUUID()) }] }],
    ['a photo that is not an id', { lines: [{ ...mug, photoIds: ['photo-1'] }] }],
    ['a lone surrogate in a title', { lines: [{ ...mug, title: 'Mug \ud800' }] }],
    ['an unknown source', { source: 'FAX' }],
    ['an address without a street', { deliveryAddress: { ...home, street: ' ' } }],
    ['a script as the shop', { shopUrl: 'javascript:alert(1)' }],
  ])('refuse an order with %s', async (_name, changes) => {
    const customer = services.newCustomer()
    const { status, body } = await services.shop('POST', '', { body: orderOf(customer, changes), key: 'a' })
    expect([status, body.code]).toEqual([400, 'INVALID_REQUEST'])
    expect(await services.eventsOf(customer)).toEqual([])
  })

  test('confirm an order when its late payment succeeds, once', async () => {
    const customer = services.newCustomer()
    const placed = await services.place(customer, { payment: 'pending' })
    const unpaid = { status: 'Received', payment: 'paymentPending', fulfilment: 'on_hold', promisedDelivery: null }
    expect(placed).toMatchObject(unpaid)
    const pay = async (payment: string) => services.shop('PUT', `/${placed.orderCode}/payment`, { body: { payment } })
    expect((await pay('fails')).body).toMatchObject({ status: 'Received', payment: 'paymentFailed', version: 2 })
    const paid = await Promise.all([1, 2].map(async () => pay('succeeds')))
    expect(paid.map(({ status, body }) => [status, body.status, body.payment, body.version])).toEqual([
      [200, 'Confirmed', 'paymentSuccess', 3],
      [200, 'Confirmed', 'paymentSuccess', 3],
    ])
    expect((await pay('fails')).body.code).toBe('ALREADY_PAID')
    expect(await typesOf(customer)).toEqual([
      'order.placed',
      'order.changed',
      'order.changed',
      'order.paid',
      'order.changed',
    ])
    expect((await services.shop('PUT', '/UNKNOWN/payment', { body: { payment: 'fails' } })).status).toBe(404)
  })

  test('need no payment for an order without a price', async () => {
    const free = { ...mug, discount: euro('38.85') }
    const shipping = { price: euro('0.00'), vatRate: '21.00' }
    const placed = await services.place(services.newCustomer(), { lines: [free], shipping, payment: 'fails' })
    expect(placed).toMatchObject({ payment: 'paymentFree', status: 'Confirmed', total: euro('0.00') })
  })

  test('cancel an order before its production, once', async () => {
    const customer = services.newCustomer()
    const { orderCode } = await services.place(customer)
    const cancel = async (code: string) => services.shop('POST', `/${code}/cancel`)
    const answers = [await cancel(orderCode), await cancel(orderCode)]
    expect(answers.map(({ status, body }) => [status, body.status, body.fulfilment, body.version])).toEqual([
      [200, 'Cancelled', 'cancelled', 2],
      [200, 'Cancelled', 'cancelled', 2],
    ])
    const cancelled = (await services.eventsOf(customer)).filter(({ type }) => type === 'order.cancelled')
    expect(cancelled).toHaveLength(1)
    expect(cancelled[0]?.data).toMatchObject({
      orderCode,
      vouchers: ['KEEP-20'],
      lines: [{ voucher: 'KEEP-20' }, { voucher: null }],
    })
    const unpaid = await services.place(customer, { payment: 'pending' })
    await cancel(unpaid.orderCode)
    const late = await services.shop('PUT', `/${unpaid.orderCode}/payment`, { body: { payment: 'succeeds' } })
    expect([late.status, late.body.code]).toEqual([409, 'ORDER_CANCELLED'])
    const produced = await services.place(customer)
    await services.produce(produced.orderCode, started, completed, wholeParcel)
    expect((await cancel(produced.orderCode)).body.code).toBe('PRODUCTION_STARTED')
  })
})

test.each([
  { paid: '2026-11-24T12:00:00Z', from: '2026-11-27', to: '2026-12-01' },
  // In Amsterdam it is the 24th already. The 25th and the 26th are holidays, and so is New Year's Day.
  { paid: '2026-12-23T23:30:00Z', from: '2026-12-30', to: '2027-01-04' },
])('an order that is paid at $paid is promised between $from and $to', ({ paid, from, to }) => {
  const { fields } = confirm({ now: new Date(paid), stepSeconds: null })
  expect(fields).toMatchObject({ promised_from: from, promised_to: to, expected_from: from, expected_to: to })
})
