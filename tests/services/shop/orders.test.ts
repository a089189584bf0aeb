import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { callAsService } from '../asService.ts'
import { euro, home } from '../orders/orderServices.ts'
import { type Customer, until } from '../storage/customer.ts'
import { basketOf, ShopServices } from './shopServices.ts'

const voucherState = async (customer: Customer, code: string) =>
  (await customer.call('GET', `/vouchers/api/v1/campaigns/offers/${code}`)).body.state

describe.each(databaseKinds)('an order of prints, on %s', (kind) => {
  const services = new ShopServices(kind)

  async function prepare(count = 2) {
    const customer = services.newCustomer()
    const photos = await services.addPhotos(customer, count)
    return { customer, photos, basket: basketOf(photos) }
  }

  test('has one line for each size, the discount, and the titles in the language of the customer', async () => {
    const { customer, photos } = await prepare()
    const voucher = await services.addVoucher({ percentage: 50 })
    const lines = photos.flatMap((photoId) => [
      { photoId, variant: '10X15', quantity: 2 },
      { photoId, variant: '20X30', quantity: 1 },
    ])
    const wanted = basketOf([], { lines, voucher: voucher.toLowerCase() })
    const { total } = (await services.quote(customer, wanted)).body
    const answer = await services.place(customer, wanted)
    expect(answer.status).toBe(201)
    const line = { productCode: 'PAP_910', articleName: 'Fotoabzüge', vatRate: '21.00', voucher, photosCount: 2 }
    expect(await services.ordersOf(customer)).toMatchObject([
      {
        orderCode: answer.body.orderCode,
        payment: 'paymentSuccess',
        deliveryType: 'Home',
        deliveryAddress: home,
        products: [
          { ...line, title: 'Fotoabzüge 15 × 10 cm', quantity: 4, unitPrice: euro('0.19'), discount: euro('0.38') },
          { ...line, title: 'Fotoabzüge 30 × 20 cm', quantity: 2, unitPrice: euro('1.99'), discount: euro('1.99') },
        ],
        shipping: euro('3.95'),
        total,
      },
    ])
    expect(total).toEqual(euro('6.32'))
    await until(
      async () => ((await voucherState(customer, voucher)) === 'used' ? true : null),
      'the voucher to be used',
    )
    // The basket has been ordered, so a new quote of the basket gives no second discount.
    const { body } = await services.quote(customer, wanted)
    expect([body.voucher.state, body.discount]).toEqual(['used', euro('0.00')])
  })

  test('restarts the storage period of the photos', async () => {
    const { customer, basket } = await prepare()
    const lastOrder = async () =>
      (await customer.call('GET', '/customers/accounts/getaccountinformation')).body.lastOrderDate
    expect(await lastOrder()).toBe(null)
    await services.place(customer, basket)
    expect(await until(lastOrder, 'the event to be handled')).toEqual(expect.any(String))
  })

  test('is placed once, however often and concurrently it is requested', async () => {
    const { customer, basket } = await prepare()
    const { total: quotedTotal } = (await services.quote(customer, basket)).body
    const answers = await Promise.all(
      Array.from({ length: 4 }, async () => services.place(customer, basket, { quotedTotal })),
    )
    answers.push(await services.place(customer, basket, { quotedTotal }))
    expect(new Set(answers.map(({ body }) => body.orderCode)).size).toBe(1)
    expect(answers.at(-1)?.status).toBe(200)
    expect(await services.ordersOf(customer)).toHaveLength(1)
  })

  test.each([
    { call: 'GET /orders/v1/placed-orders', fault: 'down', code: 'ORDERS_UNAVAILABLE' },
    { call: 'POST /orders/v1/superorders', fault: 'down', code: 'ORDERS_UNAVAILABLE' },
    { call: 'POST /orders/v1/superorders', fault: 'lost', code: 'ORDERS_UNAVAILABLE' },
    { call: 'POST /orders/v1/superorders', fault: 'garbage', code: 'ORDERS_UNAVAILABLE' },
    { call: 'POST /vouchers/api/v1/reservations', fault: 'error', code: 'VOUCHERS_UNAVAILABLE' },
    { call: 'POST /photos/photos/lookup', fault: 'down', code: 'PHOTOS_UNAVAILABLE' },
  ] as const)('is not lost or doubled if "$call" is $fault: the same request succeeds later', async (faulty) => {
    const { customer, photos } = await prepare()
    const voucher = await services.addVoucher({ percentage: 50 })
    const basket = basketOf(photos, { voucher })
    const { total: quotedTotal } = (await services.quote(customer, basket)).body
    services.faults.set(faulty.call, faulty.fault)
    const failed = await services.place(customer, basket, { quotedTotal })
    services.faults.clear()
    expect([failed.status, failed.body.code]).toEqual([503, faulty.code])
    // After a lost answer, even deleting the photos does not change what was ordered.
    if (faulty.fault === 'lost') await customer.call('DELETE', '/photos/photos', { body: { photoIds: photos } })
    const again = await services.place(customer, basket, { quotedTotal })
    expect(again.body).toEqual({ orderCode: expect.any(String) })
    expect(await services.ordersOf(customer)).toMatchObject([{ orderCode: again.body.orderCode, total: quotedTotal }])
  })

  test('is not placed if its basket was ordered with other content, or by another attempt', async () => {
    const { customer, photos, basket } = await prepare()
    const { orderCode } = (await services.place(customer, basket)).body
    const before = { status: 409, body: { code: 'BASKET_ORDERED', orderCode } }
    const other = { ...basketOf(photos.slice(0, 1)), basketId: basket.basketId }
    expect(await services.place(customer, other)).toMatchObject(before)
    expect(await services.place(customer, basket, { payment: 'fails' })).toMatchObject(before)
    expect(await services.place(customer, basket, { attemptId: 'second' })).toMatchObject(before)
    expect(await services.ordersOf(customer)).toHaveLength(1)
  })

  test('is not placed with another total than the customer saw; the answer has the new quote', async () => {
    const { customer, basket } = await prepare()
    const { status, body } = await services.place(customer, basket, { quotedTotal: euro('4.70') })
    expect([status, body.code, body.quote.total, body.missingPhotoIds]).toEqual([
      409,
      'QUOTE_CHANGED',
      euro('4.71'),
      [],
    ])
    const pounds = await services.place(customer, basket, { quotedTotal: { amount: '4.71', currency: 'GBP' } })
    expect(pounds.status).toBe(409)
    expect(await services.ordersOf(customer)).toEqual([])
  })

  test('is not placed with a voucher that somebody else has taken meanwhile', async () => {
    const { customer, photos } = await prepare()
    const voucher = await services.addVoucher({ percentage: 50 })
    await services.quote(services.newCustomer(), basketOf([randomUUID()], { voucher }))
    const { status, body } = await services.place(customer, basketOf(photos, { voucher }))
    expect([status, body.quote.voucher.state]).toEqual([409, 'reserved'])
    expect(await services.ordersOf(customer)).toEqual([])
  })

  test('without a voucher is placed while the vouchers service hangs', async () => {
    const { customer, basket } = await prepare()
    const { total: quotedTotal } = (await services.quote(customer, basket)).body
    services.faults.set('POST /vouchers', 'hang')
    const { status } = await services.place(customer, basket, { quotedTotal })
    services.faults.clear()
    expect(status).toBe(201)
  })

  test('gives a voucher to one order only, whatever another basket or tab asks for', async () => {
    const { customer, photos } = await prepare()
    const voucher = await services.addVoucher({ percentage: 50, is_single_use: false })
    const basket = basketOf(photos, { voucher })
    expect((await services.place(customer, basket, { payment: 'pending' })).status).toBe(201)
    const second = await services.place(customer, basketOf(photos, { voucher }))
    expect([second.status, second.body.quote.voucher.state]).toEqual([409, 'reserved'])
    await until(async () => (await hasOrderCode(voucher)) || null, 'the reservation to name the order')
    // In another tab, the customer removes the voucher from the ordered basket, or enters another one, before and after
    // the vouchers service learns of the order.
    const other = await services.addVoucher({ percentage: 50 })
    const laterVouchers = [null, other]
    for (const later of laterVouchers) await services.quote(customer, { ...basket, voucher: later })
    expect(await voucherState(customer, voucher)).toBe('reserved')
    await forgetOrderCode(voucher)
    for (const later of laterVouchers) await services.quote(customer, { ...basket, voucher: later })
    expect(await voucherState(customer, voucher)).toBe('reserved')
  })

  test('leaves every other voucher free for the next basket, whatever another tab asks for', async () => {
    const { customer, photos } = await prepare()
    const codes = await Promise.all([1, 2].map(async () => services.addVoucher({ percentage: 50 })))
    const [first = '', other = ''] = codes
    const states = async () => Promise.all(codes.map(async (code) => voucherState(customer, code)))
    const basket = basketOf(photos, { voucher: first })
    const { total: quotedTotal } = (await services.quote(customer, basket)).body
    services.faults.set('POST /orders/v1/superorders', 'lost')
    await services.place(customer, basket, { quotedTotal, payment: 'pending' })
    services.faults.clear()
    // Reserves the other voucher for the same basket, like a quote in another tab while the order is placed.
    const reserveOther = async () => {
      const line = { id: '10X15', productCode: 'PAP_910', price: euro('0.76') }
      const body = { accountId: customer.id, code: other, key: `prints-${basket.basketId}`, lines: [line] }
      await callAsService(services, 'POST', '/vouchers/api/v1/reservations', body)
      expect(await states()).toEqual(['reserved', 'reserved'])
    }
    await reserveOther()
    expect((await services.place(customer, basket, { quotedTotal, payment: 'pending' })).status).toBe(200)
    expect(await states()).toEqual(['reserved', 'available'])
    // A later quote shows what another order would cost with the voucher, but does not reserve it.
    const quote = (await services.quote(customer, { ...basket, voucher: other })).body
    expect([quote.voucher.state, quote.discount]).toEqual(['accepted', euro('0.38')])
    expect((await states())[1]).toBe('available')
    await reserveOther()
    expect((await services.place(customer, { ...basket, voucher: other }, { quotedTotal })).status).toBe(409)
    expect((await states())[1]).toBe('available')
    expect((await services.place(customer, basketOf(photos, { voucher: other }))).status).toBe(201)
  })

  const vouchersDatabase = () =>
    services.platform.database<{ reservations: { code: string; order_code: string | null } }>('vouchers')

  /** Brings the reservation back to its state before the event of the order arrived. */
  async function forgetOrderCode(code: string): Promise<void> {
    await vouchersDatabase().updateTable('reservations').set({ order_code: null }).where('code', '=', code).execute()
  }

  async function hasOrderCode(code: string): Promise<boolean> {
    const found = await vouchersDatabase()
      .selectFrom('reservations')
      .select('order_code')
      .where('code', '=', code)
      .execute()
    return found.some(({ order_code: order }) => order !== null)
  }

  test('names only photos that the customer can read, in batches of 500', async () => {
    const { customer, photos } = await prepare()
    const [foreign = ''] = await services.addPhotos(services.newCustomer(), 1)
    const { status, body } = await services.place(customer, basketOf([...photos, foreign]))
    expect([status, body.missingPhotoIds]).toEqual([409, [foreign]])
    const many = await services.addPhotos(customer, 501)
    services.calls.length = 0
    const lines = many.map((photoId) => ({ photoId, variant: '10X15', quantity: 1 }))
    expect((await services.place(customer, basketOf([], { lines }))).status).toBe(201)
    expect(services.calls.filter((call) => call.includes('/photos/lookup'))).toHaveLength(2)
  })

  test.each([
    { name: 'an address without a city', changes: { deliveryAddress: { ...home, city: '' } }, status: 400 },
    { name: 'a country without delivery', changes: { deliveryAddress: { ...home, country: 'US' } }, status: 400 },
    { name: 'an unknown payment', changes: { payment: 'maybe' }, status: 400 },
    {
      name: 'a country where this brand does not sell',
      changes: { deliveryAddress: { ...home, country: 'FR' }, channel: 'g' },
      status: 400,
    },
    { name: 'an unknown shop', changes: { channel: 'x' }, status: 400 },
  ])('is refused with $name', async ({ changes, status }) => {
    const { customer, basket } = await prepare()
    expect((await services.place(customer, basket, changes)).status).toBe(status)
  })

  test('needs an idempotency key', async () => {
    const { customer, basket } = await prepare()
    expect((await services.place(customer, { ...basket, basketId: '' }, { quotedTotal: euro('4.71') })).status).toBe(
      400,
    )
  })

  test('can be paid later, only by its customer', async () => {
    const { customer, basket } = await prepare()
    const { orderCode } = (await services.place(customer, basket, { payment: 'fails' })).body
    const pay = async (payer: Customer, payment: string, code = orderCode) => {
      const { status, body } = await payer.call('PUT', `/shop/v1/orders/${code}/payment`, { body: { payment } })
      return [status, body.payment ?? body.code]
    }
    expect(await pay(services.newCustomer(), 'succeeds')).toEqual([404, 'NOT_FOUND'])
    expect(await pay(customer, 'pending')).toEqual([200, 'paymentPending'])
    expect(await pay(customer, 'succeeds')).toEqual([200, 'paymentSuccess'])
    expect(await pay(customer, 'succeeds')).toEqual([200, 'paymentSuccess'])
    expect(await pay(customer, 'fails')).toEqual([409, 'ALREADY_PAID'])
    expect(await pay(customer, 'succeeds', 'no order')).toEqual([404, 'NOT_FOUND'])
    services.faults.set('PUT /orders', 'down')
    expect(await pay(customer, 'succeeds')).toEqual([503, 'ORDERS_UNAVAILABLE'])
    services.faults.clear()
    expect(await services.ordersOf(customer)).toMatchObject([{ payment: 'paymentSuccess' }])
  })

  test('is counted by its outcome', async () => {
    const text = await (await fetch(`${services.url}/shop/metrics`)).text()
    for (const outcome of ['placed', 'repeated', 'changed']) {
      expect(text).toMatch(new RegExp(`shop_orders_total\\{outcome="${outcome}"\\} [1-9]`))
    }
  })
})

describe('outside of a demo', () => {
  const services = new ShopServices('the embedded database', { DEMO: 'false' })

  test('nothing can be ordered or paid by a demo payment', async () => {
    const customer = services.newCustomer()
    const placed = await services.place(customer, basketOf([randomUUID()]))
    const paid = await customer.call('PUT', '/shop/v1/orders/ABC/payment', { body: { payment: 'succeeds' } })
    expect([placed, paid].map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'DEMO_ONLY'],
      [403, 'DEMO_ONLY'],
    ])
  })
})
