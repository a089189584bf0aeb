import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addDemoOrders } from '../../../services/orders/demo.ts'
import { resumeQueue } from '../../../services/orders/simulator.ts'
import { orderStatuses } from '../../../services/orders/states.ts'
import { demoAccounts, demoOrders } from '../../../services/platform/demo.ts'
import { databaseKinds } from '../../support/database.ts'
import { OrderServices } from './orderServices.ts'

interface Listed {
  readonly status: string
  readonly fulfilment: string
  readonly payment: string
  readonly placedAt: string
  readonly deliveryType: string
  readonly shipments: readonly { readonly trackingNumber: string | null; readonly events: readonly unknown[] }[]
  readonly timeline: readonly { readonly at: string }[]
}

describe.each(databaseKinds)('the demo orders, on %s', (kind) => {
  const services = new OrderServices(kind, { DEMO: 'true' })
  const [anna, ben, studio, clara] = demoAccounts

  test('are in every state, over five years, for three accounts, and are added once', async () => {
    await addDemoOrders(services.platform)
    await addDemoOrders(services.platform)
    const pageOf = async (id: string, offset = 0) =>
      (await services.newCustomer(id).call('GET', `/orders/v2/superorders/me?Offset=${offset}`)).body
    const totals = await Promise.all([anna, ben, studio, clara].map(async ({ id }) => (await pageOf(id)).total))
    expect(totals).toEqual([130, 5, 44, 0])
    const orders: Listed[] = [...(await pageOf(anna.id)).items, ...(await pageOf(anna.id, 100)).items]
    expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(orderStatuses))
    expect(new Set(orders.map(({ payment }) => payment))).toEqual(
      new Set(['paymentPending', 'paymentFailed', 'paymentSuccess']),
    )
    expect(new Set(orders.map(({ fulfilment }) => fulfilment))).toEqual(
      new Set(['on_hold', 'approved', 'producing', 'delayed', 'shipped', 'cancelled', 'rejected']),
    )
    expect(new Set(orders.map(({ shipments }) => shipments.length))).toEqual(new Set([0, 1, 2]))
    expect(orders.some(({ shipments }) => shipments.some(({ trackingNumber }) => trackingNumber === null))).toBe(true)
    expect(new Set(orders.map(({ deliveryType }) => deliveryType)).size).toBe(2)
    const times = orders.map(({ placedAt }) => Date.parse(placedAt))
    const days = (Math.max(...times) - Math.min(...times)) / 86_400_000
    expect(days).toBeGreaterThan(1_700)
    const latest = Math.max(...orders.flatMap(({ timeline }) => timeline.map(({ at }) => Date.parse(at))))
    expect(latest).toBeLessThanOrEqual(Date.now())
  })

  test('include the orders that the vouchers and the PDFs of the demo name', async () => {
    for (const { accountId, code, productCode, title, voucher } of demoOrders) {
      const { body } = await services.newCustomer(accountId).call('GET', `/orders/v1/Orders/${code}-1`)
      expect(body).toMatchObject({ productCode, title, voucher: voucher?.code ?? null, status: 'Dispatched' })
    }
  })

  test('append only the events from which invoices of the business account are made, and queue no jobs', async () => {
    await resumeQueue(services.platform, services.database, 1).run({}, AbortSignal.timeout(60_000))
    const { rows } = await sql<{ events: number; jobs: number }>`
      select (select count(*) from platform.events where type like 'order.%' and owner <> ${studio.id}) as events,
        (select count(*) from jobs.job where name = 'orders.production') as jobs`.execute(services.database)
    expect(rows).toEqual([{ events: 0, jobs: 0 }])
    const types = (await services.eventsOf(studio)).map(({ type }) => type).filter((type) => type.startsWith('order.'))
    expect(new Set(types)).toEqual(new Set(['order.paid', 'order.cancelled']))
  })

  const fill = async (body: object, headers?: Readonly<Record<string, string>>) => {
    const secret = (await readFile(join(services.dataDir, 'keys', 'operator'), 'utf8')).trim()
    const options = { body, headers: headers ?? { 'x-operator-secret': secret } }
    return services.newCustomer().call('POST', '/orders/dev/synthetic', options)
  }

  describe('synthetic orders', () => {
    test('are added to a demo account, over five years, and can be added a second time', async () => {
      const customer = services.newCustomer(clara.id)
      const listed = async (offset: number) =>
        (await customer.call('GET', `/orders/v2/superorders/me?Offset=${offset}`)).body
      expect((await fill({ email: 'Clara@keepsake.example', count: 1_100 })).body).toEqual({
        accountId: clara.id,
        created: 1_100,
      })
      const { total, items } = await listed(0)
      expect(total).toBe(1_100)
      const [oldest] = (await listed(1_099)).items
      expect(Date.parse(items[0].placedAt) - Date.parse(oldest.placedAt)).toBeGreaterThan(1_700 * 86_400_000)
      expect(new Set(items.map(({ status }: Listed) => status)).size).toBeGreaterThan(3)
      expect((await fill({ email: clara.email, count: 1 })).status).toBe(200)
      expect((await listed(0)).total).toBe(1_101)
    })

    test('are refused for other accounts, wrong numbers, and callers without the secret', async () => {
      expect((await fill({ email: 'nobody@keepsake.example', count: 1 })).status).toBe(404)
      for (const count of [0, -1, 1.5, 100_001]) {
        expect((await fill({ email: clara.email, count })).status).toBe(400)
      }
      expect((await fill({ email: clara.email, count: 1 }, { 'x-operator-secret': 'wrong' })).status).toBe(403)
    })
  })
})
