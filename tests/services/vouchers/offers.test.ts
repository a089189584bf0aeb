import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { deleteOldAttempts } from '../../../services/vouchers/offers.ts'
import { demoAccounts } from '../../../services/platform/demo.ts'
import { databaseKinds } from '../../support/database.ts'
import { VoucherServices } from './voucherServices.ts'

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

describe.each(databaseKinds)('a voucher that a customer looks up, on %s', (kind) => {
  const services = new VoucherServices(kind)

  test('shows its value, its state and its last day', async () => {
    const customer = services.newCustomer()
    const facts = { minimum_order: 2_550, product_codes: ['PAP_910', 'PAP_1'], valid_until: day(3) }
    const amount = await services.addVoucher({ amount: 1_205, currency: 'GBP', ...facts })
    const { status, body } = await services.look(customer, amount)
    expect([status, body]).toEqual([
      200,
      {
        code: amount,
        campaignName: 'Spring',
        state: 'available',
        value: {
          kind: 'amount',
          amount: { amount: '12.05', currency: 'GBP' },
          percentage: null,
          minimumOrder: { amount: '25.50', currency: 'GBP' },
          productCodes: ['PAP_910', 'PAP_1'],
        },
        validUntil: day(3),
        isForProduct: null,
      },
    ])
    const percentage = await services.addVoucher({ percentage: 15 })
    expect((await services.look(customer, percentage)).body).toMatchObject({
      value: { kind: 'percentage', amount: null, percentage: 15, minimumOrder: null, productCodes: null },
      validUntil: null,
    })
    const products = ['PAP_910', 'PAP_2'].map(
      async (code) => (await services.look(customer, amount, `?productCode=${code}`)).body.isForProduct,
    )
    expect(await Promise.all(products)).toEqual([true, false])
  })

  test('is found whatever the case of its code, and with spaces around it', async () => {
    const customer = services.newCustomer()
    const code = await services.addVoucher()
    for (const text of [code.toLowerCase(), `  ${code} `, code]) {
      expect((await services.look(customer, text)).body.code).toBe(code)
    }
  })

  test('expires after its last day', async () => {
    const customer = services.newCustomer()
    const states = [-1, 0].map(async (offset) =>
      services.stateOf(customer, await services.addVoucher({ valid_until: day(offset) })),
    )
    expect(await Promise.all(states)).toEqual(['expired', 'available'])
  })

  test('does not exist for others if it is personal', async () => {
    const [customer, stranger] = [services.newCustomer(), services.newCustomer()]
    const code = await services.addVoucher({ account_id: customer.id })
    expect((await services.look(customer, code)).status).toBe(200)
    const refused = await services.look(stranger, code)
    const unknown = await services.look(stranger, randomUUID())
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([404, 'NOT_FOUND', unknown.body.detail])
    expect((await services.reserve(stranger, code, { key: 'a' })).status).toBe(404)
  })

  test('is found in a lookup of many codes, if the customer has ever reserved it', async () => {
    const [customer, stranger] = [services.newCustomer(), services.newCustomer()]
    const [used, returned, unreserved, campaign] = [
      await services.addVoucher({ account_id: customer.id }),
      await services.addVoucher({ valid_until: day(1) }),
      await services.addVoucher(),
      await services.addVoucher({ is_single_use: false }),
    ]
    for (const [code, orderCode] of [
      [used, 'ORDER-1'],
      [returned, 'ORDER-2'],
      [campaign, 'ORDER-3'],
    ] as const) {
      expect((await services.reserve(customer, code, { orderCode })).status).toBe(201)
    }
    await services.order(customer, 'ORDER-1', 'paid')
    await services.order(customer, 'ORDER-2', 'cancelled')
    const optionCodes = [campaign, unreserved, used.toLowerCase(), randomUUID(), returned, '!', used]
    const lookUp = async (who: typeof customer) => {
      const body = { optionCodes }
      return (await who.call('POST', '/vouchers/api/v1/campaigns/offers/lookup', { body })).body.offers
    }
    const states = (await lookUp(customer)).map((offer: { code: string; state: string } | null) =>
      offer ? [offer.code, offer.state] : null,
    )
    expect(states).toEqual([
      [campaign, 'reserved'],
      null,
      [used, 'used'],
      null,
      [returned, 'returned'],
      null,
      [used, 'used'],
    ])
    expect((await lookUp(customer))[2]).toEqual((await services.look(customer, used)).body)
    expect(await lookUp(stranger)).toEqual(optionCodes.map(() => null))
    // In this call, unknown codes do not count as guesses, because the answer does not show whether they exist.
    for (let count = 0; count < 3; count += 1) await lookUp(stranger)
    expect((await services.look(stranger, unreserved)).status).toBe(200)
    for (const wrong of [[], Array.from({ length: 501 }, () => 'AAA')]) {
      const answer = await customer.call('POST', '/vouchers/api/v1/campaigns/offers/lookup', {
        body: { optionCodes: wrong },
      })
      expect(answer.body.code).toBe('INVALID_REQUEST')
    }
  })

  test('is not found by a text that cannot be a code', async () => {
    for (const text of ['a', 'x'.repeat(41), 'a\0bc', "a' or 1=1", 'ſſſſ', '%', ' ']) {
      expect((await services.look(services.newCustomer(), text)).status).toBe(404)
    }
  })

  test('cannot be guessed: after five unknown codes the caller waits, even for a known code', async () => {
    const [guesser, other] = [services.newCustomer(), services.newCustomer()]
    const code = await services.addVoucher()
    const guesses = Array.from({ length: 12 }, async () => services.look(guesser, randomUUID()))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    // The waits start at one second. On a slow machine, the first waits can end during these requests.
    expect(statuses.filter((status) => status === 404).length).toBeGreaterThanOrEqual(5)
    expect(statuses).toContain(429)
    // The guesser must wait for longer than a second, so the next requests are refused even on a slow machine.
    await services.blockGuesses(guesser)
    const refused = await services.look(guesser, code)
    expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_UNKNOWN_CODES'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    expect((await services.reserve(guesser, code, { key: 'a' })).status).toBe(429)
    expect((await services.look(other, code)).status).toBe(200)

    const age = async (seconds: number) =>
      services.database
        .updateTable('unknown_codes')
        .set({ attempted_at: sql<Date>`now() - make_interval(secs => ${seconds})` })
        .where('account_id', '=', guesser.id)
        .execute()
    await age(301)
    expect((await services.look(guesser, code)).status).toBe(200)
    await deleteOldAttempts(services.database)
    expect(await services.database.selectFrom('unknown_codes').select('account_id').execute()).not.toEqual([])
    await age(3 * 3_600)
    await deleteOldAttempts(services.database)
    const left = await services.database.selectFrom('unknown_codes').select('account_id').execute()
    expect(left.map((row) => row.account_id)).not.toContain(guesser.id)
  })

  test('can be looked up often if it is known', async () => {
    const customer = services.newCustomer()
    const code = await services.addVoucher()
    const answers = await Promise.all(Array.from({ length: 20 }, async () => services.look(customer, code)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('has each state in the demo, whose vouchers are created once', async () => {
    await services.running.services.createDemo()
    const count = async () => (await services.database.selectFrom('reservations').select('id').execute()).length
    const before = await count()
    await services.running.services.createDemo()
    expect(await count()).toBe(before)
    const [anna, ben, studio] = demoAccounts.map(({ id }) => services.newCustomer(id))
    if (!anna || !ben || !studio) throw new Error('A demo account is missing.')
    const states: string[] = []
    for (const name of ['WELCOME', 'PRINTS', 'BIRTHDAY', 'SORRY', 'SUMMER']) {
      states.push(await services.stateOf(anna, `anna-${name}`))
    }
    expect(states).toEqual(['available', 'reserved', 'used', 'returned', 'expired'])
    for (const customer of [anna, ben, studio, services.newCustomer()]) {
      expect(await services.stateOf(customer, 'winter20')).toBe('available')
    }
    expect((await services.look(ben, 'ANNA-WELCOME')).status).toBe(404)
  })
})
