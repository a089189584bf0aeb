import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { planOf, resumeQueue, simulatedOutcomeOf, simulatorQueue } from '../../../services/orders/simulator.ts'
import { databaseKinds, type Installation } from '../../support/database.ts'
import { createKillableServices } from '../../support/killableServices.ts'
import { startServices } from '../../support/services.ts'
import { inDatabase } from '../photos/seeding.ts'
import { Customer, publicUrl, until } from '../storage/customer.ts'
import { callAsService, completed, orderOf, OrderServices, started, wholeParcel } from './orderServices.ts'

interface Placed {
  readonly orderCode: string
}

const lines = [{ number: 1, quantity: 3 }]

describe('the plan of the simulated factory', () => {
  test('depends only on the code of the order, and every outcome occurs', () => {
    const codes = Array.from({ length: 400 }, (_, index) => `CODE${index}`)
    expect(codes.map(simulatedOutcomeOf)).toEqual(codes.map(simulatedOutcomeOf))
    for (const outcome of ['isRejected', 'isDelayed', 'isSplit', 'isTracked'] as const) {
      expect(new Set(codes.map((code) => simulatedOutcomeOf(code)[outcome]))).toEqual(new Set([true, false]))
    }
    // A rejected order has one step. The longest plan has a delay, two parcels, and their tracking.
    const lengths = codes.map((code) => planOf({ code, lines, delivery_type: 'Home' }).length)
    expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([1, 11])
  })
})

describe.each(databaseKinds)('the simulated factory, on %s', (kind) => {
  const services = new OrderServices(kind, { ORDER_PACE: '3600' })

  test('does each step once, even if its jobs are repeated, until the parcels have arrived', async () => {
    const customer = services.newCustomer()
    const queue = simulatorQueue(services.platform, services.database, 3_600)
    for (let count = 0; count < 12; count += 1) {
      const { orderCode } = await services.place(customer)
      const order = await rowOf(orderCode)
      for (let step = 0; step < 12; step += 1) {
        const run = async () => queue.run({ orderId: order.id, step }, AbortSignal.timeout(60_000))
        await Promise.all([run(), run()])
        await run()
      }
      const { body } = await customer.call('GET', `/orders/v1/superorders/${orderCode}`)
      expectOutcome(body)
    }
  })

  test('does not change a cancelled order, and says how long the address of an order can be changed', async () => {
    const customer = services.newCustomer()
    const placed = await services.place(customer)
    const hours = (Date.parse(placed.addressChange.until) - Date.parse(placed.placedAt)) / 3_600_000
    expect(hours).toBe(3)
    const cancelled = (await services.shop('POST', `/${placed.orderCode}/cancel`)).body
    const { id } = await rowOf(placed.orderCode)
    const queue = simulatorQueue(services.platform, services.database, 3_600)
    await queue.run({ orderId: id, step: 0 }, AbortSignal.timeout(60_000))
    expect((await customer.call('GET', `/orders/v1/superorders/${placed.orderCode}`)).body).toEqual(cancelled)
  })

  test('skips a step that the factory has already reported', async () => {
    const { orderCode, id } = await placeUnrejected()
    const { body } = await services.produce(orderCode, { step: 'ProductionStarted' })
    const queue = simulatorQueue(services.platform, services.database, 3_600)
    await queue.run({ orderId: id, step: 0 }, AbortSignal.timeout(60_000))
    const { version, step } = await rowOf(orderCode)
    expect([version, step]).toEqual([body.version, 1])
  })

  test('stops when the factory itself has reported a parcel', async () => {
    const { orderCode, id } = await placeUnrejected()
    await services.produce(orderCode, started, completed, wholeParcel)
    const queue = simulatorQueue(services.platform, services.database, 3_600)
    for (let step = 0; step < 4; step += 1) await queue.run({ orderId: id, step }, AbortSignal.timeout(60_000))
    expect((await rowOf(orderCode)).step).toBe(null)
  })

  test('continues with an order whose job ran while the simulator was off', async () => {
    const customer = services.newCustomer()
    const { orderCode, id } = await placeUnrejected(customer)
    await takeJobs(id)
    await simulatorQueue(services.platform, services.database, null).run(
      { orderId: id, step: 0 },
      AbortSignal.timeout(60_000),
    )
    const { body } = await customer.call('GET', `/orders/v1/superorders/${orderCode}`)
    expect([body.status, body.addressChange]).toEqual(['Confirmed', { isAllowed: true, reason: null, until: null }])
    const resume = async (stepSeconds: number | null) =>
      resumeQueue(services.platform, services.database, stepSeconds).run({}, AbortSignal.timeout(60_000))
    await resume(null)
    expect(await takeJobs(id)).toEqual([])
    await resume(3_600)
    expect(await takeJobs(id)).toEqual([`${id}:0`])
    await services.shop('POST', `/${orderCode}/cancel`)
    await resume(3_600)
    expect(await takeJobs(id)).toEqual([])
  })

  test('has one waiting job for a step that was queued several times', async () => {
    const { id } = await placeUnrejected()
    const queue = resumeQueue(services.platform, services.database, 3_600)
    for (let count = 0; count < 2; count += 1) await queue.run({}, AbortSignal.timeout(60_000))
    // The jobs are not taken: a job that is queued again after the commit would come back.
    const { rows } = await sql<{ key: string }>`
      select singleton_key as key from jobs.job
      where name = 'orders.production' and singleton_key like ${`${id}:%`}`.execute(services.database)
    expect(rows).toEqual([{ key: `${id}:0` }])
  })

  /** Removes the waiting jobs of an order; returns their keys. */
  async function takeJobs(orderId: string): Promise<string[]> {
    const { rows } = await sql<{ key: string }>`
      delete from jobs.job where name = 'orders.production' and singleton_key like ${`${orderId}:%`}
      returning singleton_key as key`.execute(services.database)
    return rows.map(({ key }) => key)
  }

  async function rowOf(orderCode: string) {
    return services.database
      .selectFrom('super_orders')
      .select(['id', 'version', 'next_simulated_step as step'])
      .where('code', '=', orderCode)
      .executeTakeFirstOrThrow()
  }

  async function placeUnrejected(
    customer = services.newCustomer(),
  ): Promise<{ readonly orderCode: string; readonly id: string }> {
    for (;;) {
      const { orderCode } = await services.place(customer)
      if (!simulatedOutcomeOf(orderCode).isRejected) return { orderCode, id: (await rowOf(orderCode)).id }
    }
  }

  test('finishes every order once, although its process is killed', async () => {
    const killable = await createKillableServices(kind, publicUrl, 'orders', { ORDER_PACE: '1' })
    try {
      const customer = new Customer(killable.url, killable.issuer)
      await killable.start()
      const { dataDir } = killable.installation
      const placed: Placed[] = []
      for (let count = 0; count < 6; count += 1) {
        const options = { body: orderOf(customer), key: randomUUID() }
        placed.push((await callAsService(customer, dataDir, 'POST', '', options)).body)
      }
      const list = async () => (await customer.call('GET', '/orders/v2/superorders/me')).body.items
      const versions = async () =>
        (await list()).reduce((sum: number, one: { version: number }) => sum + one.version, 0)
      for (const steps of [8, 14]) {
        await until(async () => ((await versions()) >= steps ? true : null), 'the first steps')
        await killable.kill()
        await killable.start()
      }
      await until(async () => ((await list()).every(isFinished) ? true : null), 'the last step')
      for (const order of await list()) expectOutcome(order)
      await killable.kill()
      await expectOneEventPerVersion(killable.installation, customer.id)
    } finally {
      await killable.remove()
    }
  })
})

describe('two replicas of the simulated factory', () => {
  const first = new OrderServices('a PostgreSQL server', { ORDER_PACE: '1' })

  test('do each step once', async () => {
    const second = await startServices({
      installation: { dataDir: first.dataDir, databaseUrl: first.running.services.config.databaseUrl },
      services: ['orders'],
      environment: { ORDER_PACE: '1' },
    })
    try {
      const customer = first.newCustomer()
      for (let count = 0; count < 6; count += 1) await first.place(customer)
      const list = async () => (await customer.call('GET', '/orders/v2/superorders/me')).body.items
      await until(async () => ((await list()).every(isFinished) ? true : null), 'the last step')
      for (const order of await list()) expectOutcome(order)
      const changes = (await first.eventsOf(customer)).filter(({ type }) => type === 'order.changed')
      const names = changes.map(({ data }) => `${String(data['orderCode'])} ${String(data['version'])}`)
      expect(new Set(names).size).toBe(names.length)
    } finally {
      await second.close()
    }
  })
})

interface Finished extends Placed {
  readonly status: string
  readonly version: number
  readonly products: readonly { number: number; quantity: number }[]
  readonly shipments: readonly {
    lines: { number: number; quantity: number }[]
    events: { kind: string }[]
    trackingNumber: string | null
  }[]
  readonly timeline: readonly { kind: string }[]
}

/** True once every step of an order's plan has been done. Each step increases the version by one. */
function isFinished(order: Finished): boolean {
  return order.version === 1 + stepsOf(order)
}

function stepsOf({ orderCode: code, products }: Finished): number {
  return planOf({ code, lines: products, delivery_type: 'Home' }).length
}

/** Expects that every step of the plan happened once. */
function expectOutcome(order: Finished): void {
  const outcome = simulatedOutcomeOf(order.orderCode)
  expect([order.orderCode, order.version]).toEqual([order.orderCode, 1 + stepsOf(order)])
  expect(order.status).toBe(outcome.isRejected ? 'Cancelled' : 'Dispatched')
  if (outcome.isRejected) return
  expect(order.timeline.filter(({ kind }) => kind === 'Delayed')).toHaveLength(outcome.isDelayed ? 1 : 0)
  expect(order.shipments).toHaveLength(outcome.isSplit ? 2 : 1)
  expect(order.shipments.flatMap((parcel) => parcel.lines)).toEqual(
    order.products.map(({ number, quantity }) => ({ number, quantity })),
  )
  for (const { events, trackingNumber } of order.shipments) {
    expect([events.length, trackingNumber !== null]).toEqual([outcome.isTracked ? 3 : 0, outcome.isTracked])
  }
}

async function expectOneEventPerVersion(installation: Installation, owner: string): Promise<void> {
  await inDatabase(installation, async (database) => {
    const { rows } = await sql<{ events: number; versions: number }>`
      select (select count(*) from platform.events where owner = ${owner} and type = 'order.changed') as events,
        (select sum(version)::int from orders.super_orders where account_id = ${owner}::uuid) as versions`.execute(
      database,
    )
    expect(rows[0]?.events).toBe(rows[0]?.versions)
  })
}
