import { describe, expect, test } from 'vitest'
import { expireReservations } from '../../../services/vouchers/upkeep.ts'
import { databaseKinds } from '../../support/database.ts'
import { appendEvent } from '../asService.ts'
import { codeOf, minutesUntil, VoucherServices } from './voucherServices.ts'

const never = new AbortController().signal

describe.each(databaseKinds)('the events of an order with a voucher, on %s', (kind) => {
  const services = new VoucherServices(kind)

  async function reserveForOrder() {
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
  ])('$events leave the voucher $state', async ({ events, state }) => {
    const { customer, code, orderCode } = await reserveForOrder()
    await services.order(customer, orderCode, ...events)
    expect(await services.stateOf(customer, code)).toBe(state)
  })

  test('return the voucher, so that it can be used for another order but not for the cancelled order', async () => {
    const { customer, code, orderCode } = await reserveForOrder()
    await services.order(customer, orderCode, 'paid', 'cancelled')
    expect(codeOf(await services.reserve(customer, code, { orderCode }))).toEqual([409, 'ORDER_CANCELLED'])
    expect((await services.reserve(customer, code, { orderCode: `${orderCode}-2` })).status).toBe(201)
    await services.order(customer, orderCode, 'cancelled')
    expect(await services.stateOf(customer, code)).toBe('reserved')
  })

  test('make the voucher expired, not returned, if its last day is over', async () => {
    const { customer, code, orderCode } = await reserveForOrder()
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

  test('name a voucher that the shop has reserved before the order had a code', async () => {
    const customer = services.newCustomer()
    const code = await services.addVoucher()
    const order = { orderCode: 'named', vouchers: [` ${code.toLowerCase()}`, 'not a code', 'UNKNOWN'] }
    const { body } = await services.reserve(customer, code, { key: 'basket' })
    await services.makeOverdue(body.reservationId)
    await expireReservations(services.database, never)
    await services.reserve(services.newCustomer(), await services.addVoucher(), { key: 'basket' })
    await services.order(customer, order, 'paid')
    expect(await services.stateOf(customer, code)).toBe('used')
    expect(codeOf(await services.reserve(customer, code, { key: 'basket', orderCode: 'OTHER' }))).toEqual([
      422,
      'IDEMPOTENCY_KEY_REUSED',
    ])
    expect((await services.reserve(customer, code, { key: 'basket', orderCode: 'Named' })).body.state).toBe('used')
    await services.order(customer, order, 'cancelled')
    expect(await services.stateOf(customer, code)).toBe('returned')
  })

  test('keep a voucher that was released before they arrived, unless another order has taken it', async () => {
    const customer = services.newCustomer()
    const [code, taken] = [await services.addVoucher(), await services.addVoucher()]
    const reserved = await services.reserve(customer, code, { key: 'released' })
    await services.release(reserved.body.reservationId)
    const order = { orderCode: 'RELEASED', vouchers: [code] }
    await services.order(customer, order, 'placed')
    expect(await services.stateOf(customer, code)).toBe('reserved')
    await services.order(customer, order, 'paid')
    expect(await services.stateOf(customer, code)).toBe('used')

    const first = await services.reserve(customer, taken, { key: 'taken' })
    await services.release(first.body.reservationId)
    await services.reserve(customer, taken, { key: 'next', orderCode: 'NEXT' })
    await services.order(customer, { orderCode: 'TAKEN', vouchers: [taken] }, 'placed', 'paid')
    await services.order(customer, { orderCode: 'NEXT', vouchers: [taken] }, 'cancelled')
    expect(await services.stateOf(customer, taken)).toBe('returned')
  })

  test('of a cancelled order do not take the next reservation of its voucher', async () => {
    const customer = services.newCustomer()
    const code = await services.addVoucher()
    const order = { orderCode: 'FIRST', vouchers: [code] }
    await services.reserve(customer, code, { key: 'first' })
    await services.order(customer, order, 'placed', 'cancelled')
    await services.reserve(customer, code, { key: 'second' })
    await services.order(customer, order, 'placed', 'paid', 'cancelled')
    expect(await services.stateOf(customer, code)).toBe('reserved')
  })

  test('take the active reservation of a voucher rather than an expired one', async () => {
    const customer = services.newCustomer()
    const code = await services.addVoucher()
    const { body } = await services.reserve(customer, code, { key: 'first' })
    await services.makeOverdue(body.reservationId)
    await services.reserve(customer, code, { key: 'second' })
    await services.order(customer, { orderCode: 'ACTIVE', vouchers: [code] }, 'placed')
    const rows = await services.database
      .selectFrom('reservations')
      .select(['request_key', 'order_code'])
      .where('code', '=', code)
      .execute()
    expect(Object.fromEntries(rows.map((row) => [row.request_key, row.order_code]))).toEqual({
      first: null,
      second: 'ACTIVE',
    })
  })

  test('of another account, or of another order, change nothing', async () => {
    const { customer, code, orderCode } = await reserveForOrder()
    const stranger = services.newCustomer()
    await services.order(stranger, { orderCode, vouchers: [code] }, 'paid', 'cancelled')
    await services.order(customer, 'another', 'paid', 'cancelled')
    expect(await services.stateOf(customer, code)).toBe('reserved')
  })

  test('keep the voucher reserved for 14 days while the payment is awaited', async () => {
    const { customer, code, orderCode, id } = await reserveForOrder()
    await services.order(customer, orderCode, 'placed')
    const again = await services.reserve(customer, code, { orderCode })
    expect(minutesUntil(again.body.expires) / 1_440).toBeCloseTo(14, 1)
    await services.makeOverdue(id)
    await expireReservations(services.database, never)
    await services.order(customer, orderCode, 'paid')
    expect(await services.stateOf(customer, code)).toBe('used')
  })

  test('of a late payment do not use a voucher that is reserved for another order', async () => {
    const { customer, code, orderCode, id } = await reserveForOrder()
    await services.makeOverdue(id)
    expect((await services.reserve(customer, code, { orderCode: `${orderCode}-2` })).status).toBe(201)
    await services.order(customer, orderCode, 'paid')
    expect(await services.stateOf(customer, code)).toBe('reserved')
    await services.order(customer, `${orderCode}-2`, 'paid')
    expect(await services.stateOf(customer, code)).toBe('used')
  })

  test('that name no order are skipped', async () => {
    const { customer, code, orderCode } = await reserveForOrder()
    for (const data of [{}, null, { orderCode: 7 }])
      await appendEvent(services, { type: 'order.paid', owner: customer.id, data })
    await appendEvent(services, { type: 'order.paid', owner: 'nobody', data: { orderCode } })
    await services.order(customer, orderCode, 'paid')
    expect(await services.stateOf(customer, code)).toBe('used')
  })
})
