import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { registered } from '../../../services/identity/signIn.ts'
import { retentionQueueName } from '../../../services/customers/retention.ts'
import { customersService } from '../../../services/customers/service.ts'
import { createGround, databaseKinds, type Ground } from '../../support/database.ts'
import { Customer, until } from '../storage/customer.ts'
import { addAccount, type CustomerServices, startCustomerServices } from './support.ts'

const path = '/customers/accounts/getaccountinformation'
const registeredRoutes = new Set<string>()
const register = customersService.register.bind(customersService)
vi.spyOn(customersService, 'register').mockImplementation(async (app, platform) => {
  app.addHook('onRoute', ({ method, url, prefix }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') registeredRoutes.add(`${one} ${url.slice(prefix.length)}`)
  })
  await register(app, platform)
})

/** What the operator's calls are asked with, of an account that is known. */
const operatorCalls: Readonly<Record<string, (email: string) => unknown>> = {
  delays: (email) => ({ email, delayedDeletionDate: '2040-01-01T00:00:00Z' }),
  'retention/dry-run': () => ({}),
  'retention/pause': () => ({ until: null }),
  retention: () => ({}),
  storage: (email) => ({ email, storage: 'critical' }),
  orders: (email) => ({ email }),
  projects: (email) => ({ email, count: 3 }),
}

/** A day of a month, counted from ten months ago. */
function monthSince(month: number, day = 1): string {
  const today = new Date()
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 10 + month, day)).toISOString()
}

async function informationOf(customer: Customer) {
  const { status, body } = await customer.call('GET', path)
  expect(status).toBe(200)
  return body
}

describe.each(databaseKinds)('account information, on %s', (kind) => {
  let ground: Ground
  let running: CustomerServices

  beforeAll(async () => {
    ground = await createGround(kind)
    running = await startCustomerServices(ground)
  })
  afterAll(async () => {
    await running.close()
    await ground.remove()
  })

  const newCustomer = (id?: string) => new Customer(running.services.url, running.issuer, id)

  /** A customer whose account is known, with an address that the operator names. */
  async function knownCustomer(registered: string): Promise<{ customer: Customer; email: string }> {
    const id = await addAccount(running.database, registered)
    return { customer: newCustomer(id), email: `${id}@example.com` }
  }

  async function append(type: string, owner: string, data: unknown): Promise<void> {
    await running.database
      .transaction()
      .execute((change) => running.platform.events.append(change, [{ type, owner, data }]))
  }

  const everybody: string[] = []

  /** Waits until the service has heard all news of everybody who was named. */
  async function heard(): Promise<void> {
    await until(async () => {
      const left = await running.database.transaction().execute((change) =>
        running.platform.events.unhandled(change, {
          consumer: 'customers.accounts',
          types: ['order.placed', 'account.registered'],
          owners: everybody,
        }),
      )
      return left.size === 0 ? true : null
    }, 'the news to be heard')
  }

  /** Waits for the runs that were asked for, which would go on beside what comes next. */
  async function idle(): Promise<void> {
    await until(async () => {
      const { rows } = await sql`
        select from jobs.job where name = ${retentionQueueName} and state < 'completed' limit 1`.execute(
        running.database,
      )
      return rows.length === 0 ? true : null
    }, 'the run to end')
  }

  async function place(owner: string, orderCode: string, placed: string): Promise<void> {
    everybody.push(owner)
    await append('order.placed', owner, { orderCode, placed })
    await heard()
  }

  test('every call of the service is one that is tried here', () => {
    const tried = Object.keys(operatorCalls).map((call) => `POST /dev/${call}`)
    const others = ['GET /accounts/getaccountinformation', 'GET /accounts/:id/contact']
    expect([...registeredRoutes].toSorted()).toEqual([...tried, ...others].toSorted())
  })

  test('is told of one’s own account, and of nobody else’s', async () => {
    const { customer } = await knownCustomer(monthSince(0))
    expect(await informationOf(customer)).toEqual({
      delayedDeletionDate: null,
      lastOrderDate: null,
      projectCount: 0,
      projectedDeletionDate: monthSince(18),
      registrationDate: monthSince(0),
    })
    const stranger = await informationOf(newCustomer())
    expect(stranger.registrationDate).not.toBe(monthSince(0))
    const expired = `Bearer ${await customer.token({ claims: { exp: 1 } })}`
    for (const authorization of ['', expired]) {
      const answer = await customer.call('GET', path, { headers: { authorization } })
      expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    }
  })

  test('of an account that was never told of begins with the first look, and stays', async () => {
    const customer = newCustomer()
    await append('account.registered', customer.id, { accountId: customer.id })
    const before = Date.now()
    const looks = await Promise.all([informationOf(customer), informationOf(customer), informationOf(customer)])
    expect(new Set(looks.map(({ registrationDate }) => registrationDate)).size).toBe(1)
    expect(Math.abs(Date.parse(looks[0].registrationDate) - before)).toBeLessThan(60_000)
    expect(await informationOf(customer)).toEqual(looks[0])
  })

  test('learns of a registration after the first look, and of orders before it', async () => {
    const customer = newCustomer()
    await place(customer.id, 'early', monthSince(2))
    await informationOf(customer)
    everybody.push(customer.id)
    const told = { email: ' mira@example.com', name: 'Mira ', locale: 'nl-BE', brand: 'lumina' }
    const { type, data } = registered({ id: customer.id, ...told })
    await append(type, customer.id, { ...data, registered: monthSince(1) })
    await heard()
    expect(await informationOf(customer)).toMatchObject({
      registrationDate: monthSince(1),
      lastOrderDate: monthSince(2),
    })
    const contact = await running.platform.http.call({
      url: `${running.services.url}/customers/accounts/${customer.id}/contact`,
      asService: true,
      answer: z.unknown(),
    })
    expect(contact).toEqual({ email: 'mira@example.com', name: 'Mira', locale: 'nl-BE', brand: 'lumina' })
  })

  test('an order counts once, an older one changes nothing, and one from the future is of now', async () => {
    const { customer } = await knownCustomer(monthSince(-5))
    await place(customer.id, 'a', monthSince(5).replace('Z', '+02:00'))
    const ordered = new Date(Date.parse(monthSince(5)) - 2 * 3_600_000)
    expect(await informationOf(customer)).toMatchObject({ lastOrderDate: ordered.toISOString() })
    await place(customer.id, 'a', monthSince(7))
    await place(customer.id, 'b', monthSince(3))
    expect(await informationOf(customer)).toMatchObject({ lastOrderDate: ordered.toISOString() })
    await place(customer.id, 'c', monthSince(6))
    const last = { lastOrderDate: monthSince(6), projectedDeletionDate: monthSince(24) }
    expect(await informationOf(customer)).toMatchObject(last)
    await place(customer.id, 'd', '2099-01-01T00:00:00Z')
    const { lastOrderDate } = await informationOf(customer)
    expect(Math.abs(Date.parse(lastOrderDate) - Date.now())).toBeLessThan(60_000)
  })

  test('orders that are not told as they should be count as of now, and hold up none behind them', async () => {
    const { customer } = await knownCustomer(monthSince(-5))
    const { customer: other } = await knownCustomer(monthSince(-5))
    const broken = [{}, null, 'an order', { orderCode: 'x'.repeat(5_000), placed: 'yesterday' }]
    for (const data of broken) await append('order.placed', customer.id, data)
    await append('order.placed', 'nobody', { orderCode: 'a', placed: monthSince(1) })
    await append('account.registered', 'nobody', { email: 'a', name: 'b', locale: 'c', brand: 'd', registered: 'e' })
    await place(other.id, 'ancient', '0000-01-01T00:00:00Z')
    await place(other.id, 'b', monthSince(3))
    expect(await informationOf(other)).toMatchObject({ lastOrderDate: monthSince(3) })
    const { lastOrderDate } = await informationOf(customer)
    expect(Math.abs(Date.parse(lastOrderDate) - Date.now())).toBeLessThan(60_000)
  })

  test('the operator’s pause is told, and ends when it is taken back', async () => {
    const until = '2099-01-01T00:00:00.000Z'
    expect(await (await running.operate('retention/pause', { until })).json()).toEqual({ until })
    const refused = await running.operate('retention', {})
    expect([refused.status, (await refused.json()).code]).toEqual([409, 'RETENTION_IS_PAUSED'])
    expect(await (await running.operate('retention/pause', { until: null })).json()).toEqual({ until: null })
    expect((await running.operate('retention', {})).status).toBe(202)
    await idle()
  })

  test('contacts are told to services only', async () => {
    const { customer } = await knownCustomer(monthSince(0))
    const contact = `/customers/accounts/${customer.id}/contact`
    for (const headers of [{}, { authorization: '' }, { 'x-service-secret': 'wrong' }]) {
      expect(await customer.call('GET', contact, { headers })).toMatchObject({ status: 403 })
    }
    for (const id of [randomUUID(), 'nobody']) {
      const asked = running.platform.http.call({
        url: `${running.services.url}/customers/accounts/${id}/contact`,
        asService: true,
        answer: z.unknown(),
      })
      await expect(asked).rejects.toMatchObject({ status: 404 })
    }
  })

  test.each(Object.entries(operatorCalls))('the operator’s call %s wants the operator’s secret', async (call, body) => {
    const { customer, email } = await knownCustomer(monthSince(0))
    const before = await informationOf(customer)
    for (const secret of ['', 'wrong', await customer.token()]) {
      const refused = await running.operate(call, body(email), secret)
      expect([refused.status, (await refused.json()).code]).toEqual([403, 'OPERATOR_ONLY'])
    }
    expect(await informationOf(customer)).toEqual(before)
    expect((await running.operate(call, body(email))).ok).toBe(true)
    expect((await running.operate(call, { email: 7, now: 'soon' })).status).toBe(call === 'retention' ? 202 : 400)
    await idle()
    if (!call.startsWith('retention'))
      expect((await running.operate(call, body('nobody@example.com'))).status).toBe(404)
  })

  test('a delay is later than the rule’s date, gives way to an order that reaches beyond it, and can be taken back', async () => {
    const { customer, email } = await knownCustomer(monthSince(0))
    const early = await running.operate('delays', { email, delayedDeletionDate: monthSince(18) })
    expect([early.status, (await early.json()).code]).toEqual([400, 'NOT_LATER'])
    const delayedDeletionDate = monthSince(19, 15)
    const granted = await running.operate('delays', { email, delayedDeletionDate })
    expect(await granted.json()).toMatchObject({ delayedDeletionDate, projectedDeletionDate: monthSince(18) })
    await place(customer.id, 'too little', monthSince(1))
    const extended = { delayedDeletionDate, projectedDeletionDate: monthSince(19) }
    expect(await informationOf(customer)).toMatchObject(extended)
    await place(customer.id, 'enough', monthSince(2))
    expect(await informationOf(customer)).toMatchObject({ delayedDeletionDate: null })
    await running.operate('delays', { email, delayedDeletionDate: monthSince(30) })
    await running.operate('delays', { email, delayedDeletionDate: null })
    const ruled = { delayedDeletionDate: null, projectedDeletionDate: monthSince(20) }
    expect(await informationOf(customer)).toMatchObject(ruled)
  })

  test('a delay is not replaced by a date that is none, nor taken back when photos would go at once', async () => {
    const { customer, email } = await knownCustomer(monthSince(-10))
    const granted = { delayedDeletionDate: '2099-01-01T00:00:00.000Z' }
    expect((await running.operate('delays', { email, ...granted })).status).toBe(200)
    for (const [delayedDeletionDate, code] of [
      [monthSince(7), 'NOT_LATER'],
      [monthSince(9), 'DATE_IS_PAST'],
      [null, 'DATE_IS_PAST'],
    ]) {
      const refused = await running.operate('delays', { email, delayedDeletionDate })
      expect([refused.status, (await refused.json()).code]).toEqual([400, code])
      expect(await informationOf(customer)).toMatchObject(granted)
    }
  })

  test('a demo’s clock shows every status in real time, keeps orders, and can be put right', async () => {
    const day = 86_400_000
    const { customer, email } = await knownCustomer(monthSince(0))
    const before = await informationOf(customer)
    const distances = {
      safe: [270, 290],
      warning: [45, 55],
      critical: [11.9, 12],
      tomorrow: [0.4, 1.6],
      today: [0, 1],
      due: [-1, 0],
    }
    for (const [storage, [least = 0, most = 0]] of Object.entries(distances)) {
      const { projectedDeletionDate: date } = await (await running.operate('storage', { email, storage })).json()
      const days = (Date.parse(date) - Date.now()) / day
      expect([storage, days >= least && days <= most]).toEqual([storage, true])
      if (storage === 'today') expect(date.slice(0, 10)).toBe(new Date().toISOString().slice(0, 10))
    }
    expect(
      Math.round((Date.now() - Date.parse((await informationOf(customer)).registrationDate)) / day),
    ).toBeGreaterThan(540)
    await running.operate('storage', { email, storage: 'reset' })
    expect(await informationOf(customer)).toEqual(before)

    await running.operate('storage', { email, storage: 'critical' })
    await running.operate('orders', { email, orderCode: 'one' })
    everybody.push(customer.id)
    await heard()
    const ordered = await informationOf(customer)
    expect(Math.abs(Date.parse(ordered.lastOrderDate) - Date.now())).toBeLessThan(60_000)
    expect(Date.parse(ordered.projectedDeletionDate) - Date.now()).toBeGreaterThan(500 * day)
    expect(ordered.registrationDate).toBe(before.registrationDate)
    await running.operate('storage', { email, storage: 'critical' })
    await running.operate('storage', { email, storage: 'reset' })
    expect(await informationOf(customer)).toEqual(ordered)

    await running.operate('projects', { email, count: 7 })
    expect(await informationOf(customer)).toMatchObject({ projectCount: 7 })
  })
})
