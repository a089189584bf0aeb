import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { askAgain, detachAgain } from '../../../services/payments/upkeep.ts'
import { createHttpProvider } from '../../../services/payments/httpProvider.ts'
import { databaseKinds } from '../../support/database.ts'
import { appendEvent, callAsService } from '../asService.ts'
import { codeOf, pagePath, PaymentServices } from './paymentServices.ts'
import type { Fault } from './providerLink.ts'

const outages: readonly Fault[] = ['down', 'hang', 'garbage', 'error', { json: {} }]
const unavailable = [424, 'PROVIDER_UNAVAILABLE']

describe.each(databaseKinds)('payment methods while the provider fails, on %s', (kind) => {
  const services = new PaymentServices(kind)
  const { faults, calls } = services.link

  const payments = () => ({
    platform: services.platform,
    database: services.database,
    provider: createHttpProvider(services.platform, String(services.platform.config.payments.providerUrl)),
  })

  /** Makes the stored times a minute older, as the upkeep sees them after a minute. */
  async function passMinute(): Promise<void> {
    await services.database
      .updateTable('setups')
      .set({ asked_at: sql<Date>`asked_at - interval '61 seconds'` })
      .execute()
    await services.database
      .updateTable('methods')
      .set({ removed_at: sql<Date>`removed_at - interval '61 seconds'` })
      .execute()
  }

  async function whileFaulty<Result>(call: string, fault: Fault, run: () => Promise<Result>): Promise<Result> {
    faults.set(call, fault)
    try {
      return await run()
    } finally {
      faults.delete(call)
    }
  }

  test.each(outages)('nothing is started (%s), and the next attempt works', async (fault) => {
    const anna = services.newCustomer()
    expect(codeOf(await whileFaulty('POST /v1/setups', fault, async () => anna.start()))).toEqual(unavailable)
    expect(await services.database.selectFrom('setups').where('account_id', '=', anna.id).execute()).toEqual([])
    expect(await anna.storeCard()).toMatchObject({ lastDigits: '4242' })
  })

  test.each(outages)('nothing is stored (%s), and the next completion call stores the method', async (fault) => {
    const anna = services.newCustomer()
    const setup = await anna.visit('card')
    const answer = await whileFaulty('GET /v1/setups', fault, async () => anna.complete(setup))
    expect(codeOf(answer)).toEqual(unavailable)
    expect(await anna.stored()).toMatchObject({ method: null, removing: [], mayChange: true })
    expect((await anna.complete(setup)).body).toEqual({ outcome: 'stored' })
  })

  test.each([...outages.filter((fault) => typeof fault !== 'object'), 'lost' as const])(
    'a method is being removed until the provider confirms it (%s), and is not used meanwhile',
    async (fault) => {
      const anna = services.newCustomer()
      const setup = await anna.visit('card')
      await anna.complete(setup)
      const { method } = await anna.stored()
      const removal = await whileFaulty('DELETE /v1/methods', fault, async () => anna.remove(method.id))
      expect(removal.body).toEqual({ outcome: 'removing' })
      const stored = await anna.stored()
      expect(stored.method).toBeNull()
      // A job repeats the deletion after some seconds. Two cases wait for the job. After `hang`, it may run at once.
      if (fault !== 'hang') expect(stored.removing).toMatchObject([{ id: method.id, state: 'removing' }])
      if (fault !== 'down' && fault !== 'hang') {
        expect((await anna.remove(method.id)).body).toEqual({ outcome: 'removed' })
      }
      await expect.poll(async () => (await anna.stored()).removing).toEqual([])
      expect(await services.atProvider(setup)).toEqual({ kept: 0, deleted: 1 })
    },
  )

  test('a deletion whose retries have failed is repeated by the upkeep', async () => {
    const anna = services.newCustomer()
    await anna.storeCard()
    // The state after the last retry: the customer has removed the method, and no job waits.
    await services.database
      .updateTable('methods')
      .set({ removed_at: new Date() })
      .where('account_id', '=', anna.id)
      .execute()
    await detachAgain(payments())
    expect((await anna.stored()).removing).toHaveLength(1)
    await passMinute()
    await detachAgain(payments())
    await expect.poll(async () => (await anna.stored()).removing).toEqual([])
  })

  test('a method is stored although the customer never comes back from the provider', async () => {
    const anna = services.newCustomer()
    await anna.visit('card')
    await passMinute()
    await askAgain(payments())
    await expect.poll(async () => (await anna.stored()).method).toMatchObject({ lastDigits: '4242' })
  })

  test('a setup that never reached the provider expires after a minute', async () => {
    const anna = services.newCustomer()
    const id = '0190f3c1-0000-7000-8000-000000000001'
    await services.database
      .insertInto('setups')
      .values({ id, account_id: anna.id, kinds: ['card'] })
      .execute()
    await passMinute()
    await askAgain(payments())
    const state = async () =>
      (await services.database.selectFrom('setups').select('state').where('id', '=', id).executeTakeFirst())?.state
    await expect.poll(state).toBe('expired')
    expect((await anna.complete(id)).body).toEqual({ outcome: 'expired' })
  })

  test.each([
    ['lastDigits', '4242424242424242'],
    ['brand', 'Visa 4242 4242 4242 4242'],
    ['reference', '4242424242424242'],
    ['expires', '12/27'],
  ])('an answer with a number in %s is refused and stored nowhere', async (field, value) => {
    const anna = services.newCustomer()
    const setup = await anna.visit('card')
    const method = {
      reference: 'demo_x',
      kind: 'card',
      brand: 'Visa',
      lastDigits: '4242',
      expires: null,
      [field]: value,
    }
    const json = { state: 'succeeded', method }
    const answer = await whileFaulty('GET /v1/setups', { json }, async () => anna.complete(setup))
    expect(codeOf(answer)).toEqual(unavailable)
    expect(await services.database.selectFrom('methods').where('account_id', '=', anna.id).execute()).toEqual([])
  })

  test('a card that the provider returns under the same reference stays one method', async () => {
    const anna = services.newCustomer()
    const method = { reference: `demo_${anna.id}`, kind: 'card', brand: 'Visa', lastDigits: '4242', expires: '2031-01' }
    const completed = async (expires: string, payer = anna) => {
      const setup = await payer.visit('card')
      const json = { state: 'succeeded', method: { ...method, expires } }
      return whileFaulty('GET /v1/setups', { json }, async () => payer.complete(setup))
    }
    expect((await completed('2031-01')).body).toEqual({ outcome: 'stored' })
    const { id } = (await anna.stored()).method
    expect((await completed('2033-01')).body).toEqual({ outcome: 'stored' })
    expect(await anna.stored()).toMatchObject({ method: { id, expires: '2033-01' }, removing: [] })
    // Another account never gets this card.
    const eve = services.newCustomer()
    expect(codeOf(await completed('2033-01', eve))).toEqual(unavailable)
    expect((await eve.stored()).method).toBeNull()
  })

  test('the erasure of an account deletes its method at the provider, waits for it, and is reported', async () => {
    const anna = services.newCustomer()
    const first = await anna.visit('card')
    await anna.complete(first)
    const second = await anna.visit('card')
    const { setupId: open } = (await anna.start()).body
    const rows = async () => {
      const methods = await services.database.selectFrom('methods').where('account_id', '=', anna.id).execute()
      const setups = await services.database.selectFrom('setups').where('account_id', '=', anna.id).execute()
      return methods.length + setups.length
    }
    const reports = async () => {
      const { rows: found } = await sql<{ data: unknown }>`
        select data from platform.events where type = 'account.erased' and owner = ${anna.id}`.execute(
        services.database,
      )
      return found.map(({ data }) => data)
    }
    faults.set('DELETE /v1/methods', 'down')
    await appendEvent(services, { type: 'account.deleted', owner: anna.id, data: { round: 1 } })
    // The open setup can still bring a method: it has to end first.
    await expect.poll(async () => calls.filter((call) => call.startsWith('GET')).length).toBeGreaterThan(1)
    expect(await reports()).toEqual([])
    await services.passTime(open)
    await expect.poll(async () => (await anna.stored()).method, { timeout: 15_000 }).toBeNull()
    expect(await rows()).toBeGreaterThan(0)
    expect(await reports()).toEqual([])
    faults.delete('DELETE /v1/methods')
    await expect.poll(reports, { timeout: 20_000 }).toEqual([{ service: 'payments', round: 1, kept: null }])
    expect(await rows()).toBe(0)
    expect(await services.atProvider(first, second)).toEqual({ kept: 0, deleted: 2 })
    await appendEvent(services, { type: 'account.deleted', owner: anna.id, data: { round: 2 } })
    await expect.poll(async () => (await reports()).length).toBe(2)
  })

  describe('the page of the demo’s provider', () => {
    test('has no field and no script, and no other site can show it in a frame', async () => {
      const { pageUrl } = (await services.newCustomer().start({ locale: 'nl-NL' })).body
      const response = await fetch(services.url + pagePath(pageUrl))
      const html = await response.text()
      expect(response.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action http:\/\/keepsake\.test:4000; base-uri 'none'; frame-ancestors 'none'; sandbox allow-forms$/,
      )
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(html).not.toMatch(/<(?:input|script|textarea|select)/)
      expect(html).toContain('<html lang="nl-NL" dir="ltr">')
      expect(html.match(/value="\w+"/g)).toEqual([
        'value="card"',
        'value="refusedCard"',
        'value="directDebit"',
        'value="cancel"',
      ])
    })

    test('counts the first choice only, and then leads back, even from another tab', async () => {
      const anna = services.newCustomer()
      const { setupId, pageUrl } = (await anna.start()).body
      expect((await anna.choose(pageUrl, 'nonsense')).status).toBe(400)
      for (const choice of ['cancel', 'card']) {
        const response = await anna.choose(pageUrl, choice)
        expect([response.status, response.headers.get('location')]).toEqual([
          303,
          `http://keepsake.test:4000/settings/payment-method?setup=${setupId}`,
        ])
      }
      const again = await fetch(services.url + pagePath(pageUrl), { redirect: 'manual' })
      expect(again.status).toBe(303)
      expect((await anna.complete(setupId)).body).toEqual({ outcome: 'cancelled' })
    })

    test('exists for known ids only, and its calls are for services only', async () => {
      const anna = services.newCustomer()
      const page = await fetch(`${services.url}/payments/demo-provider/pages/setup_x`)
      expect(page.status).toBe(404)
      for (const [method, path] of [
        ['POST', 'setups'],
        ['GET', 'setups/x'],
        ['DELETE', 'methods/x'],
      ] as const) {
        const answer = await anna.call(method, `/payments/demo-provider/v1/${path}`)
        expect(codeOf(answer)).toEqual([403, 'SERVICES_ONLY'])
      }
      const unknown = await callAsService(services, 'DELETE', '/payments/demo-provider/v1/methods/x')
      expect(codeOf(unknown)).toEqual([404, 'NOT_FOUND'])
    })
  })
})
