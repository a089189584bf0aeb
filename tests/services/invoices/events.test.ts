import { describe, expect, test } from 'vitest'
import { retryQueue } from '../../../services/invoices/files.ts'
import { registered } from '../../../services/identity/signIn.ts'
import { paidOrderOf } from '../../../services/invoices/paidOrder.ts'
import { settleQueue } from '../../../services/invoices/settling.ts'
import { cancel, type Order } from '../../../services/orders/order.ts'
import { eventOf } from '../../../services/orders/orderEvents.ts'
import { changedOrder } from '../../../services/orders/store.ts'
import { todayAt } from '../../../services/platform/calendar/workingDays.ts'
import { databaseKinds } from '../../support/database.ts'
import { startServices } from '../../support/services.ts'
import { appendEvent } from '../asService.ts'
import { completed, euro, started, wholeParcel } from '../orders/orderServices.ts'
import { type Buyer, InvoiceServices, orderOfBuyer, pdfPath } from './invoiceServices.ts'

const never = new AbortController().signal

interface Listed {
  readonly id: string
  readonly number: string
  readonly kind: string
  readonly orderCode: string
  readonly issuedOn: string
  readonly total: unknown
  readonly credits: string | null
}

function cancelledOrder(order: Order, now = new Date()): Order {
  const change = cancel(order, now)
  if (!change) throw new Error('The order is cancelled already.')
  return changedOrder(order, change)
}

describe.each(databaseKinds)('an invoice, on %s', (kind) => {
  const services = new InvoiceServices(kind)

  async function append(order: Order, ...types: readonly ('paid' | 'dispatched' | 'cancelled')[]): Promise<void> {
    for (const type of types) await appendEvent(services, eventOf(order, `order.${type}`))
  }

  async function kindsOf(buyer: Buyer): Promise<string[]> {
    await services.untilSettled(buyer)
    return (await buyer.list()).items.map((item: Listed) => item.kind).toReversed()
  }

  test('is issued once, although its order is both paid and dispatched', async () => {
    const buyer = await services.newBusiness()
    const { orderCode } = await services.place(buyer)
    await services.produce(orderCode, started, completed, wholeParcel)
    expect(await kindsOf(buyer)).toEqual(['invoice'])
  })

  test.each([
    { events: ['paid', 'paid'], kinds: ['invoice'] },
    { events: ['dispatched', 'paid'], kinds: ['invoice'] },
    { events: ['paid', 'cancelled'], kinds: ['invoice', 'creditNote'] },
    { events: ['paid', 'cancelled', 'cancelled', 'paid'], kinds: ['invoice', 'creditNote'] },
    { events: ['cancelled'], kinds: [] },
    { events: ['cancelled', 'paid', 'dispatched'], kinds: [] },
  ] as const)('follows from $events: $kinds', async ({ events, kinds }) => {
    const buyer = await services.newBusiness()
    await append(cancelledOrder(orderOfBuyer(buyer)), ...events)
    expect(await kindsOf(buyer)).toEqual(kinds)
  })

  test('of an order that is cancelled later gets a credit note of the same sums', async () => {
    const buyer = await services.newBusiness()
    const { orderCode } = await services.place(buyer)
    const [invoice]: Listed[] = await buyer.invoices(1)
    await services.shop('POST', `/${orderCode}/cancel`)
    const [note, same]: Listed[] = await buyer.invoices(2)
    expect(same).toEqual(invoice)
    expect(note).toMatchObject({ kind: 'creditNote', orderCode, total: invoice?.total, credits: invoice?.number })
    expect((await buyer.call('GET', pdfPath(note?.id ?? ''))).status).toBe(200)
  })

  test('is not issued for a private customer, whose order is forgotten', async () => {
    const buyer = await services.newBusiness({ business: false })
    await append(cancelledOrder(orderOfBuyer(buyer)), 'paid', 'cancelled')
    expect(await kindsOf(buyer)).toEqual([])
    const kept = services.invoices.selectFrom('orders').select('order_code').where('account_id', '=', buyer.id)
    expect(await kept.execute()).toEqual([])
  })

  test('is issued as soon as its account is known', async () => {
    const buyer = services.newBuyer()
    await services.place(buyer)
    const other = await services.newBusiness()
    await services.place(other)
    expect(await kindsOf(other)).toEqual(['invoice'])
    await services.register(buyer)
    expect(await kindsOf(buyer)).toEqual(['invoice'])
  })

  test('waits until it is known whether its account is a business account', async () => {
    const buyer = services.newBuyer()
    const facts = { email: `${buyer.id}@example.com`, name: 'Studio Nord', locale: null, brand: null, confirmed: true }
    const { data, ...event } = registered({ id: buyer.id, ...facts, business: true })
    const { business, ...older } = data
    await appendEvent(services, { ...event, data: older })
    await services.untilKnown(buyer)
    await services.place(buyer)
    const other = await services.newBusiness()
    await services.place(other)
    expect(await kindsOf(other)).toEqual(['invoice'])
    expect((await buyer.list()).total).toBe(0)
    await appendEvent(services, { ...event, data: { ...older, business } })
    expect(await kindsOf(buyer)).toEqual(['invoice'])
  })

  test('is tried again after a pause, and not at each event of other orders', async () => {
    const buyer = services.newBuyer()
    const first = orderOfBuyer(buyer)
    await services.invoices
      .insertInto('orders')
      .values({
        account_id: buyer.id,
        order_code: first.code,
        position: 1,
        data: JSON.stringify(paidOrderOf(eventOf(first, 'order.paid').data)),
        cancelled_at: null,
        tries: 7,
        next_try_at: new Date(Date.now() + 3_600_000),
      })
      .execute()
    const waiting = services.invoices.selectFrom('orders').select('tries').where('account_id', '=', buyer.id)
    const tries = async () => (await waiting.execute()).map((order) => order.tries)
    const other = await services.newBusiness()
    await services.place(other)
    expect(await kindsOf(other)).toEqual(['invoice'])
    expect(await tries()).toEqual([7])
    // As soon as the next order of the account is due, the first order is settled too, before the next order.
    await services.register(buyer)
    const second = await services.place(buyer)
    await services.untilSettled(buyer)
    const listed: Listed[] = await buyer.invoices(2)
    expect(listed.map(({ orderCode }) => orderCode)).toEqual([second.orderCode, first.code])
    // The pause of the first order is not over yet, but its credit note does not wait for that.
    await append(cancelledOrder(first), 'cancelled')
    const [note]: Listed[] = await buyer.invoices(3)
    expect(note).toMatchObject({ kind: 'creditNote', orderCode: first.code })
  })

  test('is not issued for an order that costs nothing', async () => {
    const buyer = await services.newBusiness()
    const { orderCode } = await services.place(buyer, {
      lines: [
        {
          productCode: 'A',
          articleName: 'Mug',
          title: 'Mug',
          quantity: 1,
          unitPrice: { amount: '0.00', currency: 'EUR' },
          discount: { amount: '0.00', currency: 'EUR' },
          vatRate: '21.00',
          photoIds: [],
        },
      ],
      shipping: { price: { amount: '0.00', currency: 'EUR' }, vatRate: '21.00' },
    })
    await services.shop('POST', `/${orderCode}/cancel`)
    expect(await kindsOf(buyer)).toEqual([])
  })

  test('is not issued from an event that is wrong, and the next event is handled', async () => {
    const buyer = await services.newBusiness()
    const order = orderOfBuyer(buyer)
    const { data } = eventOf(order, 'order.paid')
    const [low, high] = [euro('9.00'), euro('99.00')]
    const vat = [{ vatRate: '21.00', net: euro('90.00'), tax: low, gross: high }]
    for (const wrong of [
      {},
      null,
      { ...Object(data), vat },
      { ...Object(data), vat: vat.map((sum) => ({ ...sum, gross: low })) },
      { ...Object(data), totals: { shipping: low, tax: low, total: high } },
    ])
      await appendEvent(services, { type: 'order.paid', owner: buyer.id, data: wrong })
    await appendEvent(services, { type: 'order.cancelled', owner: buyer.id, data: { orderCode: 7 } })
    await appendEvent(services, { type: 'order.paid', owner: 'nobody', data })
    await append(order, 'paid')
    const [invoice]: Listed[] = await buyer.invoices(1)
    expect(invoice?.total).toEqual(euro('28.85'))
  })

  test('is issued from an event of an earlier release, which lacks some fields', async () => {
    const buyer = await services.newBusiness()
    const { paid, cancelled, shopUrl, deliveryType, ...data } = Object(eventOf(orderOfBuyer(buyer), 'order.paid').data)
    expect([paid, cancelled, shopUrl, deliveryType]).toEqual([expect.any(String), null, expect.any(String), 'Home'])
    await appendEvent(services, { type: 'order.paid', owner: buyer.id, data })
    const [invoice]: Listed[] = await buyer.invoices(1)
    expect(invoice?.number).toMatch(/^K/)
  })

  test('has the next number of its brand and year, and no earlier date than the previous one', async () => {
    const buyer = await services.newBusiness()
    const noon = 'T12:00:00Z'
    // At 23:30 UTC it is already the next day in Amsterdam, and here the next year.
    const times = [
      `2024-12-30${noon}`,
      '2024-12-31T22:30:00Z',
      '2024-12-31T23:30:00Z',
      `2024-12-31${noon}`,
      `2999-01-01${noon}`,
    ]
    for (const time of times) {
      const shopUrl = 'https://www.lumina.example/shop/'
      await append(orderOfBuyer(buyer, { now: new Date(time), shopUrl }), 'paid')
    }
    const listed: Listed[] = await buyer.invoices(times.length)
    const today = todayAt(new Date())
    expect(listed.toReversed().map(({ number, issuedOn }) => [number, issuedOn])).toEqual([
      ['L2024-000001', '2024-12-30'],
      ['L2024-000002', '2024-12-31'],
      ['L2025-000001', '2025-01-01'],
      ['L2025-000002', '2025-01-01'],
      [`L${today.slice(0, 4)}-000001`, today],
    ])
    expect((await buyer.call('GET', pdfPath(listed[0]?.id ?? '', 'p'))).status).toBe(200)
  })

  test('of a parcel shop’s order names the customer, and not the address of the parcel shop', async () => {
    const buyer = await services.newBusiness({ name: 'Atelier Zuid' })
    await services.place(buyer, { deliveryType: 'PickupPoint' })
    await buyer.invoices(1)
    const { content } = await services.invoices
      .selectFrom('invoices')
      .select('content')
      .where('account_id', '=', buyer.id)
      .executeTakeFirstOrThrow()
    expect(content.buyer).toEqual({ name: 'Atelier Zuid', street: null, postalCode: null, city: null, country: 'NL' })
  })

  test('whose files failed, or whose job was lost, gets its files later', async () => {
    const buyer = await services.newBusiness()
    await services.place(buyer)
    await services.place(buyer)
    const [failed, lost]: Listed[] = await buyer.invoices(2)
    const without = { pdf_size: null, xml_size: null }
    const update = (id = '') => services.invoices.updateTable('invoices').where('id', '=', id)
    await update(failed?.id)
      .set({ ...without, state: 'failed' })
      .execute()
    await update(lost?.id)
      .set({ ...without, state: 'beingMade', created_at: new Date(Date.now() - 3_600_000) })
      .execute()
    await retryQueue(services.platform, services.invoices).run({}, never)
    expect(await buyer.invoices(2)).toEqual([failed, lost])
  })
})

describe('two replicas of the invoices service', () => {
  const first = new InvoiceServices('a PostgreSQL server')

  test('issue each invoice once, without gaps in the numbers', async () => {
    const second = await startServices({
      installation: { dataDir: first.dataDir, databaseUrl: first.running.services.config.databaseUrl },
      services: ['invoices'],
      environment: { CUSTOMERS_URL: `${first.url}/customers` },
    })
    try {
      const buyers = await Promise.all(Array.from({ length: 3 }, () => first.newBusiness()))
      const place = async () => {
        for (let count = 0; count < 5; count += 1) await Promise.all(buyers.map((buyer) => first.place(buyer)))
      }
      const settle = async () => {
        for (const { platform } of [first, second]) {
          const queue = settleQueue(platform, first.invoices)
          for (let count = 0; count < 10; count += 1) await queue.run({}, never).catch(() => undefined)
        }
      }
      await Promise.all([place(), settle(), settle()])
      const listed: Listed[] = (await Promise.all(buyers.map((buyer) => buyer.invoices(5)))).flat()
      expect(new Set(listed.map(({ orderCode }) => orderCode)).size).toBe(15)
      const numbers = listed.map(({ number }) => Number(number.slice(-6))).toSorted((one, other) => one - other)
      expect(numbers).toEqual(Array.from({ length: 15 }, (_, index) => index + 1))
    } finally {
      await second.close()
    }
  })
})
