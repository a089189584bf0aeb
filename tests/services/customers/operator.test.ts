import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { retentionQueueName } from '../../../services/customers/retention.ts'
import { customersService } from '../../../services/customers/service.ts'
import { databaseKinds } from '../../support/database.ts'
import { until } from '../storage/customer.ts'
import { CustomerServices, informationOf, monthSince } from './support.ts'

/** The routes for the operator: routes that require the operator's secret, and routes below `/dev/`. */
const operatorRoutes = new Set<string>()
const register = customersService.register.bind(customersService)
vi.spyOn(customersService, 'register').mockImplementation(async (app, platform) => {
  app.addHook('onRoute', ({ method, url, prefix, config }) => {
    const path = url.slice(prefix.length)
    if (config?.access !== 'operator' && !path.startsWith('/dev/')) return
    for (const one of [method].flat()) operatorRoutes.add(`${one} ${path}`)
  })
  await register(app, platform)
})

/** The bodies of the operator's calls, for a known account. */
const operatorCalls: Readonly<Record<string, (email: string) => unknown>> = {
  'business-accounts': (email) => ({ email, status: 'Blocked' }),
  delays: (email) => ({ email, delayedDeletionDate: '2040-01-01T00:00:00Z' }),
  'retention/dry-run': () => ({}),
  'retention/pause': () => ({ until: null }),
  retention: () => ({}),
  storage: (email) => ({ email, storage: 'critical' }),
  orders: (email) => ({ email }),
  projects: (email) => ({ email, count: 3 }),
}

describe.each(databaseKinds)('the operator’s calls about accounts, on %s', (kind) => {
  const customers = new CustomerServices(kind)

  /** Waits until all queued runs are done, because they would disturb the next test. */
  async function untilIdle(): Promise<void> {
    await until(async () => {
      const { rows } = await sql`
        select from jobs.job where name = ${retentionQueueName} and state < 'completed' limit 1`.execute(
        customers.database,
      )
      return rows.length === 0 ? true : null
    }, 'the run to end')
  }

  test('every route is in the list of tested calls', () => {
    const tried = Object.keys(operatorCalls).map((call) => `POST /dev/${call}`)
    expect([...operatorRoutes].toSorted()).toEqual(tried.toSorted())
  })

  test('during a pause of retention a run is refused, and the pause can be ended', async () => {
    const until = '2099-01-01T00:00:00.000Z'
    expect(await (await customers.operate('retention/pause', { until })).json()).toEqual({ until })
    const refused = await customers.operate('retention', {})
    expect([refused.status, (await refused.json()).code]).toEqual([409, 'RETENTION_IS_PAUSED'])
    expect(await (await customers.operate('retention/pause', { until: null })).json()).toEqual({ until: null })
    expect((await customers.operate('retention', {})).status).toBe(202)
    await untilIdle()
  })

  test.each(Object.entries(operatorCalls))('%s requires the operator’s secret', async (call, body) => {
    // One of the calls is only for business accounts.
    const { customer, email } = await customers.knownCustomer(monthSince(0), { business: true })
    const before = await informationOf(customer)
    for (const secret of ['', 'wrong', await customer.token()]) {
      const refused = await customers.operate(call, body(email), secret)
      expect([refused.status, (await refused.json()).code]).toEqual([403, 'OPERATOR_ONLY'])
    }
    expect(await informationOf(customer)).toEqual(before)
    expect((await customers.operate(call, body(email))).ok).toBe(true)
    expect((await customers.operate(call, { email: 7, now: 'soon' })).status).toBe(call === 'retention' ? 202 : 400)
    await untilIdle()
    if (!call.startsWith('retention'))
      expect((await customers.operate(call, body('nobody@example.com'))).status).toBe(404)
  })

  test('a delay must be later than the computed date, ends when an order moves the computed date past it, and can be withdrawn', async () => {
    const { customer, email } = await customers.knownCustomer(monthSince(0))
    const early = await customers.operate('delays', { email, delayedDeletionDate: monthSince(18) })
    expect([early.status, (await early.json()).code]).toEqual([400, 'NOT_LATER'])
    const delayedDeletionDate = monthSince(19, 15)
    const granted = await customers.operate('delays', { email, delayedDeletionDate })
    expect(await granted.json()).toMatchObject({ delayedDeletionDate, projectedDeletionDate: monthSince(18) })
    await customers.place(customer.id, 'too little', monthSince(1))
    const extended = { delayedDeletionDate, projectedDeletionDate: monthSince(19) }
    expect(await informationOf(customer)).toMatchObject(extended)
    await customers.place(customer.id, 'enough', monthSince(2))
    expect(await informationOf(customer)).toMatchObject({ delayedDeletionDate: null })
    await customers.operate('delays', { email, delayedDeletionDate: monthSince(30) })
    await customers.operate('delays', { email, delayedDeletionDate: null })
    const ruled = { delayedDeletionDate: null, projectedDeletionDate: monthSince(20) }
    expect(await informationOf(customer)).toMatchObject(ruled)
  })

  test('a delay cannot be replaced by an invalid date, nor withdrawn when the photos would be deleted immediately', async () => {
    const { customer, email } = await customers.knownCustomer(monthSince(-10))
    const granted = { delayedDeletionDate: '2099-01-01T00:00:00.000Z' }
    expect((await customers.operate('delays', { email, ...granted })).status).toBe(200)
    for (const [delayedDeletionDate, code] of [
      [monthSince(7), 'NOT_LATER'],
      [monthSince(9), 'DATE_IS_PAST'],
      [null, 'DATE_IS_PAST'],
    ]) {
      const refused = await customers.operate('delays', { email, delayedDeletionDate })
      expect([refused.status, (await refused.json()).code]).toEqual([400, code])
      expect(await informationOf(customer)).toMatchObject(granted)
    }
  })

  test('the operator can set each storage status of an account and reset it; a reset keeps the orders', async () => {
    const day = 86_400_000
    const { customer, email } = await customers.knownCustomer(monthSince(0))
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
      const today = new Date().toISOString().slice(0, 10)
      const { projectedDeletionDate: date } = await (await customers.operate('storage', { email, storage })).json()
      // Skips the check if midnight passed during the call.
      if (today !== new Date().toISOString().slice(0, 10)) continue
      const days = (Date.parse(date) - Date.now()) / day
      expect([storage, days >= least && days <= most]).toEqual([storage, true])
      if (storage === 'today') expect(date.slice(0, 10)).toBe(today)
    }
    expect(
      Math.round((Date.now() - Date.parse((await informationOf(customer)).registrationDate)) / day),
    ).toBeGreaterThan(540)
    await customers.operate('storage', { email, storage: 'reset' })
    expect(await informationOf(customer)).toEqual(before)

    await customers.operate('storage', { email, storage: 'critical' })
    await customers.operate('orders', { email, orderCode: 'one' })
    await customers.untilHandled(customer.id)
    const ordered = await informationOf(customer)
    expect(Math.abs(Date.parse(ordered.lastOrderDate) - Date.now())).toBeLessThan(60_000)
    expect(Date.parse(ordered.projectedDeletionDate) - Date.now()).toBeGreaterThan(500 * day)
    expect(ordered.registrationDate).toBe(before.registrationDate)
    await customers.operate('storage', { email, storage: 'critical' })
    await customers.operate('storage', { email, storage: 'reset' })
    expect(await informationOf(customer)).toEqual(ordered)

    await customers.operate('projects', { email, count: 7 })
    expect(await informationOf(customer)).toMatchObject({ projectCount: 7 })
  })
})
