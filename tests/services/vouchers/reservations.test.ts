import { describe, expect, test } from 'vitest'
import { expireReservations } from '../../../services/vouchers/upkeep.ts'
import { databaseKinds } from '../../support/database.ts'
import { tell } from '../asService.ts'
import type { Answer } from '../storage/customer.ts'
import { lineOf, VoucherServices } from './voucherServices.ts'

const codeOf = ({ status, body }: Answer) => [status, body.code]
const minutesUntil = (time: string) => (Date.parse(time) - Date.now()) / 60_000
const euros = (amount: string) => ({ amount, currency: 'EUR' })
const never = new AbortController().signal

describe.each(databaseKinds)('a reservation of a voucher, on %s', (kind) => {
  const services = new VoucherServices(kind)

  test('answers the discount of each line, and holds the voucher for an hour', async () => {
    const customer = services.newCustomer()
    const code = await services.addVoucher({ percentage: 15, product_codes: ['A', 'B'] })
    const lines = [lineOf('1', '0.10', 'A'), lineOf('2', '20.00', 'C'), lineOf('3', '9.99', 'B')]
    const { status, body } = await services.reserve(customer, code.toLowerCase(), { orderCode: 'O1', lines })
    expect([status, body]).toEqual([
      201,
      {
        reservationId: expect.any(String),
        code,
        state: 'reserved',
        expires: expect.any(String),
        lines: [
          { id: '1', discount: euros('0.02') },
          { id: '2', discount: euros('0.00') },
          { id: '3', discount: euros('1.50') },
        ],
        discount: euros('1.52'),
      },
    ])
    expect(minutesUntil(body.expires)).toBeGreaterThan(58)
    expect(minutesUntil(body.expires)).toBeLessThan(61)
    expect(await services.stateOf(customer, code)).toBe('reserved')
  })

  test('is made once if the request is repeated, concurrently or later', async () => {
    const customer = services.newCustomer()
    const code = await services.addVoucher()
    const answers = await Promise.all([1, 2, 3].map(async () => services.reserve(customer, code, { key: 'basket' })))
    expect(statusesOf(answers)).toEqual([200, 200, 201])
    const ids = new Set(answers.map(({ body }) => body.reservationId))
    expect(ids.size).toBe(1)
    const bound = await services.reserve(customer, code, { key: 'basket', orderCode: 'bound' })
    expect([bound.status, ids.has(bound.body.reservationId)]).toEqual([200, true])
    expect(codeOf(await services.reserve(customer, code, { key: 'basket', orderCode: 'another' }))).toEqual([
      422,
      'IDEMPOTENCY_KEY_REUSED',
    ])
    await services.order(customer, 'bound', 'paid')
    expect((await services.reserve(customer, code, { key: 'basket' })).body.state).toBe('used')
    const lines = [lineOf('1', '1.00')]
    expect(codeOf(await services.reserve(customer, code, { key: 'basket', lines }))).toEqual([409, 'VOUCHER_USED'])
  })

  test('gets other discounts if the basket has changed', async () => {
    const customer = services.newCustomer()
    const code = await services.addVoucher({ percentage: 10 })
    const first = await services.reserve(customer, code, { key: 'k', lines: [lineOf('1', '10.00')] })
    const second = await services.reserve(customer, code, { key: 'k', lines: [lineOf('1', '30.00')] })
    expect([second.status, second.body.reservationId]).toEqual([200, first.body.reservationId])
    expect(second.body.discount.amount).toBe('3.00')
  })

  test('is won by one of several concurrent requests, of one account or of many', async () => {
    const customer = services.newCustomer()
    const others = Array.from({ length: 5 }, () => services.newCustomer())
    for (const rivals of [others.map(() => customer), others, others, others]) {
      const code = await services.addVoucher()
      const answers = await Promise.all(
        rivals.map(async (rival, number) => services.reserve(rival, code, { key: String(number) })),
      )
      expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409])
      expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([code, 'VOUCHER_RESERVED']))
    }
  })

  test('of a voucher for everybody is possible once for each account', async () => {
    const [customer, other] = [services.newCustomer(), services.newCustomer()]
    const code = await services.addVoucher({ is_single_use: false })
    const answers = await Promise.all([
      services.reserve(customer, code, { orderCode: 'mine' }),
      services.reserve(other, code, { orderCode: 'theirs' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    await services.order(customer, 'mine', 'paid')
    expect(codeOf(await services.reserve(customer, code, { key: 'again' }))).toEqual([409, 'VOUCHER_USED'])
    expect(codeOf(await services.reserve(other, code, { key: 'again' }))).toEqual([409, 'VOUCHER_RESERVED'])
    expect(await services.stateOf(customer, code)).toBe('used')
    expect(await services.stateOf(other, code)).toBe('reserved')
    expect(await services.stateOf(services.newCustomer(), code)).toBe('available')
  })

  test('expires when the order is not placed, and the voucher is free again', async () => {
    const customer = services.newCustomer()
    const code = await services.addVoucher()
    const { body } = await services.reserve(customer, code, { key: 'first' })
    const held = await services.addVoucher()
    await services.reserve(customer, held, { key: 'held' })
    await services.overdue(body.reservationId)
    // The job has not run yet.
    expect(await services.stateOf(customer, code)).toBe('available')
    await Promise.all([expireReservations(services.database, never), expireReservations(services.database, never)])
    await expireReservations(services.database, never)
    const rows = await services.database
      .selectFrom('reservations')
      .select(['code', 'state'])
      .where('account_id', '=', customer.id)
      .execute()
    expect(Object.fromEntries(rows.map((row) => [row.code, row.state]))).toEqual({
      [code]: 'expired',
      [held]: 'reserved',
    })
    expect((await services.reserve(customer, code, { key: 'second' })).status).toBe(201)
    expect(codeOf(await services.reserve(customer, code, { key: 'first' }))).toEqual([409, 'VOUCHER_RESERVED'])
  })

  test('that is overdue does not block another one before the job runs', async () => {
    const [customer, other] = [services.newCustomer(), services.newCustomer()]
    const code = await services.addVoucher()
    const { body } = await services.reserve(customer, code, { key: 'first' })
    await services.overdue(body.reservationId)
    expect((await services.reserve(other, code, { key: 'second' })).status).toBe(201)
  })

  test('is released when the customer removes the voucher, and can be made again', async () => {
    const customer = services.newCustomer()
    const code = await services.addVoucher()
    const { body } = await services.reserve(customer, code, { orderCode: 'R1' })
    for (let count = 0; count < 2; count += 1) expect((await services.release(body.reservationId)).status).toBe(204)
    expect(await services.stateOf(customer, code)).toBe('available')
    await services.order(customer, 'R1', 'paid')
    expect(await services.stateOf(customer, code)).toBe('available')
    const again = await services.reserve(customer, code, { orderCode: 'R1' })
    expect([again.status, again.body.reservationId]).toEqual([200, body.reservationId])
    await services.order(customer, 'R1', 'paid')
    expect(codeOf(await services.release(body.reservationId))).toEqual([409, 'VOUCHER_USED'])
    for (const id of [customer.id, 'x']) expect((await services.release(id)).status).toBe(404)
  })

  test('is refused for an order that the voucher is not for', async () => {
    const customer = services.newCustomer()
    const code = await services.addVoucher({ minimum_order: 2_000, product_codes: ['A'] })
    const small = await services.reserve(customer, code, { key: 'a', lines: [lineOf('1', '19.99', 'A')] })
    expect([...codeOf(small), small.body.facts]).toEqual([422, 'BELOW_MINIMUM_ORDER', { minimumMinorUnits: 2_000 }])
    const otherProduct = await services.reserve(customer, code, { key: 'a', lines: [lineOf('1', '20.00', 'B')] })
    expect(codeOf(otherProduct)).toEqual([422, 'VOUCHER_NOT_FOR_PRODUCTS'])
    const pounds = { id: '1', productCode: 'A', price: { amount: '30.00', currency: 'GBP' } }
    for (const lines of [[pounds], [lineOf('2', '30.00', 'A'), pounds]]) {
      expect(codeOf(await services.reserve(customer, code, { key: 'a', lines }))).toEqual([422, 'CURRENCY_MISMATCH'])
    }
    const expired = await services.addVoucher({ valid_until: '2020-01-01' })
    expect(codeOf(await services.reserve(customer, expired, { key: 'a' }))).toEqual([409, 'VOUCHER_EXPIRED'])
    expect(await services.stateOf(customer, code)).toBe('available')
  })

  test('has limits on its input', async () => {
    const customer = services.newCustomer()
    const code = await services.addVoucher()
    const many = Array.from({ length: 201 }, (_, number) => lineOf(String(number), '1.00'))
    const lists = [[], many, [lineOf('1', '1.00'), lineOf('1', '2.00')], [lineOf('1', '-1.00')], [lineOf('1', '1')]]
    for (const lines of lists) expect((await services.reserve(customer, code, { key: 'a', lines })).status).toBe(400)
    expect((await services.reserve(customer, code, { key: 'a', lines: [lineOf('1', '10000000.01')] })).status).toBe(400)
    expect((await services.reserve(customer, code, {})).status).toBe(400)
    expect((await services.reserve(customer, code, { key: 'a b' })).status).toBe(400)
    expect((await services.reserve(customer, code, { key: 'a', lines: many.slice(1) })).status).toBe(201)
  })
})

describe.each(databaseKinds)('the events of an order with a voucher, on %s', (kind) => {
  const services = new VoucherServices(kind)

  async function reserved() {
    const customer = services.newCustomer()
    const code = await services.addVoucher()
    const orderCode = `order-${code}`
    const { body } = await services.reserve(customer, code, { orderCode })
    return { customer, code, orderCode, id: String(body.reservationId) }
  }

  test.each([
    { events: ['paid'], state: 'used' },
    { events: ['paid', 'paid'], state: 'used' },
    { events: ['cancelled'], state: 'returned' },
    { events: ['cancelled', 'cancelled'], state: 'returned' },
    { events: ['placed', 'paid', 'cancelled'], state: 'returned' },
    { events: ['cancelled', 'paid', 'placed', 'cancelled', 'paid'], state: 'returned' },
  ])('$events leave it $state', async ({ events, state }) => {
    const { customer, code, orderCode } = await reserved()
    await services.order(customer, orderCode, ...events)
    expect(await services.stateOf(customer, code)).toBe(state)
  })

  test('return it, so that it can be used for another order but not for the cancelled one', async () => {
    const { customer, code, orderCode } = await reserved()
    await services.order(customer, orderCode, 'paid', 'cancelled')
    expect(codeOf(await services.reserve(customer, code, { orderCode }))).toEqual([409, 'ORDER_CANCELLED'])
    expect((await services.reserve(customer, code, { orderCode: `${orderCode}-2` })).status).toBe(201)
    await services.order(customer, orderCode, 'cancelled')
    expect(await services.stateOf(customer, code)).toBe('reserved')
  })

  test('return it expired if its last day is over', async () => {
    const { customer, code, orderCode } = await reserved()
    await services.order(customer, orderCode, 'paid')
    await services.database
      .updateTable('vouchers')
      .set({ valid_until: '2020-01-01' })
      .where('code', '=', code)
      .execute()
    expect(await services.stateOf(customer, code)).toBe('used')
    await services.order(customer, orderCode, 'cancelled')
    expect(await services.stateOf(customer, code)).toBe('expired')
  })

  test('of another account, or of another order, change nothing', async () => {
    const { customer, code, orderCode } = await reserved()
    await services.order(services.newCustomer(), orderCode, 'paid', 'cancelled')
    await services.order(customer, 'another', 'paid', 'cancelled')
    expect(await services.stateOf(customer, code)).toBe('reserved')
  })

  test('keep it reserved for 14 days while the payment is awaited', async () => {
    const { customer, code, orderCode, id } = await reserved()
    await services.order(customer, orderCode, 'placed')
    const again = await services.reserve(customer, code, { orderCode })
    expect(minutesUntil(again.body.expires) / 1_440).toBeCloseTo(14, 1)
    await services.overdue(id)
    await expireReservations(services.database, never)
    await services.order(customer, orderCode, 'paid')
    expect(await services.stateOf(customer, code)).toBe('used')
  })

  test('of a late payment do not use a voucher that another order has', async () => {
    const { customer, code, orderCode, id } = await reserved()
    await services.overdue(id)
    expect((await services.reserve(customer, code, { orderCode: `${orderCode}-2` })).status).toBe(201)
    await services.order(customer, orderCode, 'paid')
    expect(await services.stateOf(customer, code)).toBe('reserved')
    await services.order(customer, `${orderCode}-2`, 'paid')
    expect(await services.stateOf(customer, code)).toBe('used')
  })

  test('that name no order are skipped', async () => {
    const { customer, code, orderCode } = await reserved()
    for (const data of [{}, null, { orderCode: 7 }])
      await tell(services, { type: 'order.paid', owner: customer.id, data })
    await tell(services, { type: 'order.paid', owner: 'nobody', data: { orderCode } })
    await services.order(customer, orderCode, 'paid')
    expect(await services.stateOf(customer, code)).toBe('used')
  })
})

function statusesOf(answers: readonly Answer[]): number[] {
  return answers.map(({ status }) => status).toSorted((left, right) => left - right)
}
