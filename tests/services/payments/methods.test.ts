import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { codeOf, pagePath, PaymentServices } from './paymentServices.ts'

const returnPath = '/settings/payment-method'

describe.each(databaseKinds)('the payment method of a customer, on %s', (kind) => {
  const services = new PaymentServices(kind)

  async function kindsOf(claims: Record<string, unknown>): Promise<readonly unknown[]> {
    const payer = services.newCustomer()
    payer.claims = claims
    const { allowedKinds } = await payer.stored()
    const { status } = await payer.start()
    return [allowedKinds, status]
  }

  const newBusiness = () => {
    const business = services.newCustomer()
    business.claims = { auth_method: 'b2b' }
    return business
  }

  test('is stored after a visit to the provider, and has a label and no number', async () => {
    const anna = services.newCustomer()
    expect(await anna.stored()).toEqual({
      method: null,
      removing: [],
      allowedKinds: ['card', 'directDebit'],
      mayChange: true,
    })
    const { status, body } = await anna.start({ locale: 'de-DE' })
    expect(status).toBe(201)
    expect((await anna.complete(body.setupId)).body).toEqual({ outcome: 'open' })
    await anna.choose(body.pageUrl, 'card')
    expect((await anna.complete(body.setupId)).body).toEqual({ outcome: 'stored' })
    const { method } = await anna.stored()
    expect(method).toEqual({
      id: expect.any(String),
      kind: 'card',
      brand: 'Visa',
      lastDigits: '4242',
      expires: `${new Date().getUTCFullYear() + 3}-12`,
      state: 'usable',
      stored: expect.any(String),
    })
    // The provider's reference is a secret of the services.
    const { provider_reference: reference } = await services.database
      .selectFrom('methods')
      .select('provider_reference')
      .where('id', '=', method.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(await anna.stored())).not.toContain(reference)
  })

  test.each([
    ['refusedCard', 'refused'],
    ['cancel', 'cancelled'],
    ['directDebit', 'pending'],
  ] as const)('stays as it was when the customer chooses %s: the outcome is %s', async (choice, outcome) => {
    const anna = services.newCustomer()
    const card = await anna.storeCard()
    const setup = await anna.visit(choice)
    expect((await anna.complete(setup)).body).toEqual({ outcome })
    expect((await anna.complete(setup)).body).toEqual({ outcome })
    expect((await anna.stored()).method).toEqual(card)
  })

  test('stays as it was when the customer chooses nothing in time', async () => {
    const anna = services.newCustomer()
    const { setupId } = (await anna.start()).body
    await services.passTime(setupId)
    expect((await anna.complete(setupId)).body).toEqual({ outcome: 'expired' })
    expect((await anna.stored()).method).toBeNull()
  })

  test('is a direct debit once the bank has confirmed it', async () => {
    const anna = services.newCustomer()
    const setup = await anna.visit('directDebit')
    expect((await anna.complete(setup)).body).toEqual({ outcome: 'pending' })
    await services.passTime(setup)
    expect((await anna.complete(setup)).body).toEqual({ outcome: 'stored' })
    expect((await anna.stored()).method).toMatchObject({ kind: 'directDebit', lastDigits: '3456', expires: null })
  })

  test('is stored once when a setup is completed by several tabs at once, and later again', async () => {
    const anna = services.newCustomer()
    const setup = await anna.visit('card')
    const answers = await Promise.all([1, 2, 3, 4].map(async () => anna.complete(setup)))
    expect(answers.map(({ body }) => body.outcome)).toEqual(['stored', 'stored', 'stored', 'stored'])
    const { method } = await anna.stored()
    expect((await anna.complete(setup)).body).toEqual({ outcome: 'stored' })
    expect(await anna.stored()).toMatchObject({ method: { id: method.id }, removing: [] })
    expect(await services.atProvider(setup)).toEqual({ kept: 1, deleted: 0 })
  })

  test('is replaced by a later one, and the former one is deleted at the provider', async () => {
    const anna = services.newCustomer()
    const first = await anna.visit('card')
    await anna.complete(first)
    const former = (await anna.stored()).method
    const second = await anna.visit('card')
    await anna.complete(second)
    expect((await anna.stored()).method.id).not.toBe(former.id)
    await expect.poll(async () => services.atProvider(first, second)).toEqual({ kept: 1, deleted: 1 })
    await expect.poll(async () => (await anna.stored()).removing).toEqual([])
  })

  test('is not replaced by a setup that was started earlier and ends later', async () => {
    const anna = services.newCustomer()
    const early = await anna.visit('directDebit')
    await anna.complete(early)
    const card = await anna.storeCard()
    await services.passTime(early)
    expect((await anna.complete(early)).body).toEqual({ outcome: 'superseded' })
    expect((await anna.stored()).method).toEqual(card)
    await expect.poll(async () => services.atProvider(early)).toEqual({ kept: 0, deleted: 1 })
  })

  test('is expired after its last month', async () => {
    const anna = services.newCustomer()
    const { id } = await anna.storeCard()
    const month = new Date().toISOString().slice(0, 7)
    for (const [expires, state] of [
      [month, 'usable'],
      ['2020-01', 'expired'],
    ]) {
      await services.database.updateTable('methods').set({ expires_month: expires }).where('id', '=', id).execute()
      expect((await anna.stored()).method.state).toBe(state)
    }
  })

  test('is removed at the provider too, and a repeated removal finds nothing', async () => {
    const anna = services.newCustomer()
    const setup = await anna.visit('card')
    await anna.complete(setup)
    const { id } = (await anna.stored()).method
    expect((await anna.remove(id)).body).toEqual({ outcome: 'removed' })
    expect(await anna.stored()).toMatchObject({ method: null, removing: [] })
    expect(await services.atProvider(setup)).toEqual({ kept: 0, deleted: 1 })
    expect(codeOf(await anna.remove(id))).toEqual([404, 'NOT_FOUND'])
  })

  test('belongs to one customer: foreign and malformed ids of setups and methods are not found', async () => {
    const [anna, eve] = [services.newCustomer(), services.newCustomer()]
    const setup = await anna.visit('card')
    expect(codeOf(await eve.complete(setup))).toEqual([404, 'NOT_FOUND'])
    expect((await eve.stored()).method).toBeNull()
    await anna.complete(setup)
    const { id } = (await anna.stored()).method
    for (const wrong of [id, randomUUID(), 'x', `${id}%00`]) {
      expect(codeOf(await eve.remove(wrong))).toEqual([404, 'NOT_FOUND'])
      expect(codeOf(await eve.complete(wrong))).toEqual([404, 'NOT_FOUND'])
    }
    expect((await anna.stored()).method.id).toBe(id)
    expect(await services.atProvider(setup)).toEqual({ kept: 1, deleted: 0 })
  })

  test.each([['six minutes ago', 360] as const, ['unknown', null] as const])(
    'is neither added nor removed when the sign-in is %s, but a visit that has begun can be completed',
    async (_when, age) => {
      const anna = services.newCustomer()
      const { id } = await anna.storeCard()
      const setup = await anna.visit('card')
      anna.claims = { auth_time: age === null ? undefined : Math.floor(Date.now() / 1000) - age }
      expect(codeOf(await anna.start())).toEqual([403, 'RECENT_SIGN_IN_REQUIRED'])
      expect(codeOf(await anna.remove(id))).toEqual([403, 'RECENT_SIGN_IN_REQUIRED'])
      expect((await anna.stored()).method.id).toBe(id)
      expect((await anna.complete(setup)).body).toEqual({ outcome: 'stored' })
    },
  )

  test('can be added twenty times an hour by each account; other accounts are not affected', async () => {
    const [anna, ben] = [services.newCustomer(), services.newCustomer()]
    const answers = []
    for (let count = 0; count < 21; count += 1) answers.push(await anna.start())
    expect(answers.slice(0, 20).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201))
    expect(codeOf(answers[20] ?? (await anna.start()))).toEqual([429, 'TOO_MANY_SETUPS'])
    expect(answers[20]?.headers.get('retry-after')).toBe('3600')
    expect((await ben.start()).status).toBe(201)
  })

  describe('at the brand', () => {
    test('has the kinds that the brand allows for this type of account, and no kind without a brand', async () => {
      expect(await kindsOf({})).toEqual([['card', 'directDebit'], 201])
      expect(await kindsOf({ auth_method: 'B2B' })).toEqual([['directDebit'], 201])
      expect(await kindsOf({ client_id: 'lumina-web' })).toEqual([['card'], 201])
      expect(await kindsOf({ client_id: 'lumina-web', auth_method: 'b2b' })).toEqual([[], 409])
      expect(await kindsOf({ client_id: 'another-app' })).toEqual([[], 409])
    })

    test('is refused and deleted at the provider when its kind is not allowed', async () => {
      const business = services.newCustomer()
      business.claims = { auth_method: 'b2b' }
      const { setupId, pageUrl } = (await business.start()).body
      expect((await business.choose(pageUrl, 'card')).status).toBe(400)
      // Simulates a provider that stores a kind that is not allowed.
      await services.database
        .updateTable('demo_setups')
        .set({ choice: 'card', chosen_at: new Date(), method_reference: `demo_${setupId}` })
        .where('request_key', '=', setupId)
        .execute()
      expect((await business.complete(setupId)).body).toEqual({ outcome: 'refused' })
      expect((await business.stored()).method).toBeNull()
      await expect.poll(async () => services.atProvider(setupId)).toEqual({ kept: 0, deleted: 1 })
    })

    test.each([
      ['keepsake-web', 'http://keepsake.test:4000'],
      ['lumina-web', 'http://lumina.keepsake.test:4000'],
    ])('leads customers of %s back to %s, whatever the request says', async (client, origin) => {
      const anna = services.newCustomer()
      anna.claims = { client_id: client }
      const evil = 'https://evil.example'
      const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', origin: evil, referer: evil }
      const body = { returnUrl: evil, return_url: evil, origin: evil, locale: evil }
      const { setupId, pageUrl } = (await anna.start(body, headers)).body
      expect(pageUrl).toMatch(/^http:\/\/keepsake\.test:4000\/dev\/payment-provider\/setup_[\w-]{43}$/)
      const response = await fetch(`${services.url}${pagePath(pageUrl)}?returnUrl=${evil}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `choice=cancel&returnUrl=${evil}`,
        redirect: 'manual',
      })
      expect(response.status).toBe(303)
      expect(response.headers.get('location')).toBe(`${origin}${returnPath}?setup=${setupId}`)
    })
  })

  describe('of a business account', () => {
    test('can be seen and not changed while the account is blocked', async () => {
      const business = newBusiness()
      const setup = await business.visit('directDebit')
      await services.passTime(setup)
      await business.complete(setup)
      const { method } = await business.stored()
      services.link.customers.set(business.id, { businessAccountStatus: 'Blocked' })
      expect(await business.stored()).toMatchObject({ method, mayChange: false })
      expect(codeOf(await business.start())).toEqual([403, 'ACCOUNT_BLOCKED'])
      expect(codeOf(await business.remove(method.id))).toEqual([403, 'ACCOUNT_BLOCKED'])
      expect((await business.stored()).method).toEqual(method)
      services.link.customers.set(business.id, { businessAccountStatus: 'New' })
      expect((await business.remove(method.id)).body).toEqual({ outcome: 'removed' })
    })

    test('can be seen and not changed while the status of the account is unknown', async () => {
      const business = newBusiness()
      services.link.customers.set(business.id, 'down')
      expect(await business.stored()).toMatchObject({ method: null, mayChange: null })
      expect(codeOf(await business.start())).toEqual([503, 'CUSTOMERS_UNAVAILABLE'])
    })
  })
})
