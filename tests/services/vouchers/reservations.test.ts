import { describe, expect, test } from 'vitest'
import { handleOrderEvents } from '../../../services/vouchers/orderEvents.ts'
import { lockReservations } from '../../../services/vouchers/reservations.ts'
import { deleteOldReservations, expireReservations } from '../../../services/vouchers/upkeep.ts'
import { databaseKinds } from '../../support/database.ts'
import { callAsService } from '../asService.ts'
import type { Answer } from '../storage/customer.ts'
import { codeOf, lineOf, minutesUntil, VoucherServices } from './voucherServices.ts'

const euros = (amount: string) => ({ amount, currency: 'EUR' })
const never = new AbortController().signal

describe.each(databaseKinds)('a reservation of a voucher, on %s', (kind) => {
  const services = new VoucherServices(kind)

  test('states the discount of each line, and holds the voucher for an hour', async () => {
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

  test('lasts another hour if the request is repeated', async () => {
    const customer = services.newCustomer()
    const code = await services.addVoucher()
    const { body } = await services.reserve(customer, code, { key: 'basket' })
    await services.database
      .updateTable('reservations')
      .set({ expires_at: new Date(Date.now() + 60_000) })
      .where('id', '=', body.reservationId)
      .execute()
    const repeated = await services.reserve(customer, code, { key: 'basket' })
    expect(minutesUntil(repeated.body.expires)).toBeGreaterThan(58)
  })

  test('gets other discounts if the request is repeated with a changed basket', async () => {
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

  test('of a campaign code is possible once for each account', async () => {
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

  test('expires if no order is placed within its hour, and the voucher is available again', async () => {
    const customer = services.newCustomer()
    const code = await services.addVoucher()
    const { body } = await services.reserve(customer, code, { key: 'first' })
    const held = await services.addVoucher()
    await services.reserve(customer, held, { key: 'held' })
    await services.makeOverdue(body.reservationId)
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

  test('that is overdue does not block another reservation, even before the job has expired it', async () => {
    const [customer, other] = [services.newCustomer(), services.newCustomer()]
    const code = await services.addVoucher()
    const { body } = await services.reserve(customer, code, { key: 'first' })
    await services.makeOverdue(body.reservationId)
    expect((await services.reserve(other, code, { key: 'second' })).status).toBe(201)
  })

  test('of a campaign code marks only the overdue reservations of its own account as expired', async () => {
    const [customer, other] = [services.newCustomer(), services.newCustomer()]
    const code = await services.addVoucher({ is_single_use: false })
    for (const one of [customer, other]) {
      await services.makeOverdue((await services.reserve(one, code, { key: 'first' })).body.reservationId)
    }
    expect((await services.reserve(customer, code, { key: 'second' })).status).toBe(201)
    const rows = await services.database
      .selectFrom('reservations')
      .select(['account_id', 'request_key', 'state'])
      .where('code', '=', code)
      .execute()
    const states = rows.map((row) => `${row.account_id === other.id ? 'other' : 'own'} ${row.request_key} ${row.state}`)
    expect(states.toSorted()).toEqual(['other first reserved', 'own first expired', 'own second reserved'])
  })

  test('is deleted 90 days after it expired or was released, unless it has the code of an order', async () => {
    const customer = services.newCustomer()
    const states = { old: 'expired', given: 'released', used: 'used', named: 'expired', recent: 'expired' } as const
    for (const [requestKey, state] of Object.entries(states)) {
      const { body } = await services.reserve(customer, await services.addVoucher(), { key: requestKey })
      await services.database
        .updateTable('reservations')
        .set({
          state,
          order_code: requestKey === 'named' ? 'NAMED' : null,
          changed_at: new Date(Date.now() - (requestKey === 'recent' ? 89 : 91) * 86_400_000),
        })
        .where('id', '=', body.reservationId)
        .execute()
    }
    await deleteOldReservations(services.database, never)
    const left = await services.database
      .selectFrom('reservations')
      .select('request_key')
      .where('account_id', '=', customer.id)
      .execute()
    expect(left.map((row) => row.request_key).toSorted()).toEqual(['named', 'recent', 'used'])
  })

  test('can be repeated while the customer is blocked because of too many unknown codes', async () => {
    const customer = services.newCustomer()
    const code = await services.addVoucher()
    const { body } = await services.reserve(customer, code, { key: 'basket' })
    await services.blockGuesses(customer)
    expect((await services.look(customer, code)).status).toBe(429)
    const lines = [lineOf('1', '30.00')]
    const again = await services.reserve(customer, code.toLowerCase(), { key: 'basket', orderCode: 'o1', lines })
    expect([again.status, again.body.reservationId]).toEqual([200, body.reservationId])
    expect((await services.reserve(customer, code, { key: 'another' })).status).toBe(429)
  })

  test('is refused if the voucher expires while the request waits for another request', async () => {
    const customer = services.newCustomer()
    const code = await services.addVoucher()
    const answer = await services.whileWaiting(
      async (transaction) => lockReservations(transaction, { code, is_single_use: true }, customer.id),
      async () => services.reserve(customer, code, { key: 'a' }),
      async (transaction) => {
        const past = transaction.updateTable('vouchers').set({ valid_until: '2020-01-01' })
        await past.where('code', '=', code).execute()
      },
    )
    expect(codeOf(answer)).toEqual([409, 'VOUCHER_EXPIRED'])
  })

  test('is refused if the voucher is used by another order while the request waits', async () => {
    const customer = services.newCustomer()
    const code = await services.addVoucher()
    const { body } = await services.reserve(customer, code, { orderCode: 'LATE' })
    await services.makeOverdue(body.reservationId)
    await expireReservations(services.database, never)
    const paid = { type: 'order.paid', owner: customer.id, data: { orderCode: 'LATE' }, position: 1 }
    const answer = await services.whileWaiting(
      async (transaction) => handleOrderEvents([paid], transaction, services.platform.log),
      async () => services.reserve(customer, code, { key: 'another' }),
    )
    expect(codeOf(answer)).toEqual([409, 'VOUCHER_USED'])
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

  test('is released by its key, unless the request excludes its code, or the reservation is for an order', async () => {
    const customer = services.newCustomer()
    const [kept, removed, ordered] = [
      await services.addVoucher(),
      await services.addVoucher(),
      await services.addVoucher(),
    ]
    for (const code of [kept, removed]) await services.reserve(customer, code, { key: 'basket' })
    await services.reserve(customer, ordered, { key: 'basket', orderCode: 'PLACED-1' })
    const states = async () =>
      Promise.all([kept, removed, ordered].map(async (code) => services.stateOf(customer, code)))
    const release = async (body: object) =>
      (await callAsService(services, 'POST', '/vouchers/api/v1/reservations/release', body)).status
    await release({ accountId: services.newCustomer().id, key: 'basket' })
    await release({ accountId: customer.id, key: 'another' })
    expect(await states()).toEqual(['reserved', 'reserved', 'reserved'])
    expect(await release({ accountId: customer.id, key: 'basket', keptCode: kept.toLowerCase() })).toBe(204)
    expect(await states()).toEqual(['reserved', 'available', 'reserved'])
    await release({ accountId: customer.id, key: 'basket' })
    expect(await states()).toEqual(['available', 'available', 'reserved'])
  })

  test('lasts an hour if it is made again after its release, although its order was placed', async () => {
    const customer = services.newCustomer()
    const code = await services.addVoucher()
    const { body } = await services.reserve(customer, code, { orderCode: 'R2' })
    await services.order(customer, 'R2', 'placed')
    await services.release(body.reservationId)
    const again = await services.reserve(customer, code, { orderCode: 'R2' })
    expect(minutesUntil(again.body.expires)).toBeLessThan(61)
  })

  test('is refused if the voucher is not valid for the order', async () => {
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
    for (const id of ['1\0', '\ud800']) {
      const broken = await services.reserve(customer, code, { key: 'a', lines: [lineOf(id, '1.00')] })
      expect(codeOf(broken)).toEqual([400, 'INVALID_REQUEST'])
    }
    expect((await services.reserve(customer, code, { key: 'a', lines: many.slice(1) })).status).toBe(201)
  })
})

function statusesOf(answers: readonly Answer[]): number[] {
  return answers.map(({ status }) => status).toSorted((left, right) => left - right)
}
