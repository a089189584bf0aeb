import { randomUUID } from 'node:crypto'
import { basename, sep } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { PhotosTables } from '../../../services/photos/tables.ts'
import type { VouchersTables } from '../../../services/vouchers/tables.ts'
import { blobFiles } from '../../services/archiveServices.ts'
import { Buyer } from '../../services/invoices/invoiceServices.ts'
import { seedMany } from '../../services/photos/seeding.ts'
import { until } from '../../services/storage/customer.ts'
import type { KillableServices } from '../../support/killableServices.ts'
import { withPlatform } from './library.ts'
import { compare, type Finding, type LongWork, type Round } from './longWork.ts'
import { endingOf, Purchase } from './purchase.ts'

/** How many orders are placed, paid and sent at the same time. */
const lanes = 4

/**
 * 36 orders of two businesses and a private customer, each with its own voucher. The services are killed four times.
 */
export const ordersWork: LongWork = createOrdersWork(36, 4)

/**
 * @param count the number of orders. With a multiple of twelve, each account has orders with each ending.
 * @param kills how many times the services are killed in a round
 */
export function createOrdersWork(count: number, kills: number): LongWork {
  return {
    name: 'orders',
    services: 'site,customers,photos,orders,vouchers,invoices,shop',
    // The round reports the steps of production itself, so that it can repeat a report that got no answer.
    settings: { DEMO: 'true', DEMO_PICTURES: '1', ORDER_PACE: '0' },
    kills,
    prepare: (services) => prepare(services, count),
  }
}

async function prepare(services: KillableServices, count: number): Promise<Round> {
  const buyers = ['b2b', 'b2b', 'password'].map((method) => {
    return new Buyer(services.url, services.issuer).signsInBy(method)
  })
  const purchases = await withPlatform(services, async (platform) => {
    const photos = new Map<Buyer, readonly string[]>()
    for (const buyer of buyers) {
      photos.set(buyer, await seedMany(platform.database<PhotosTables>('photos'), buyer.id, 2))
    }
    const vouchers = Array.from({ length: count }, () => randomUUID().toUpperCase())
    const rows = vouchers.map((code) => ({ code, campaign_name: 'Spring', is_single_use: true, percentage: 50 }))
    await platform.database<VouchersTables>('vouchers').insertInto('vouchers').values(rows).execute()
    return vouchers.flatMap((voucher, number) => {
      const buyer = buyers[number % buyers.length]
      if (!buyer) return []
      const ending = endingOf(number)
      return [new Purchase(services, { buyer, photoIds: photos.get(buyer) ?? [], voucher, ending })]
    })
  })
  await services.start()
  // The first request of an account makes it known.
  for (const buyer of buyers) await buyer.call('GET', '/customers/accounts/getaccountinformation')
  return new OrdersRound(services, buyers, purchases)
}

/** A document in the list of invoices. */
interface InvoiceItem {
  readonly id: string
  readonly orderCode: string
  readonly kind: string
}

class OrdersRound implements Round {
  readonly #services: KillableServices
  readonly #buyers: readonly Buyer[]
  readonly #purchases: readonly Purchase[]
  #shopping: Promise<PromiseSettledResult<void>[]> = Promise.resolve([])

  constructor(services: KillableServices, buyers: readonly Buyer[], purchases: readonly Purchase[]) {
    this.#services = services
    this.#buyers = buyers
    this.#purchases = purchases
  }

  async begin(): Promise<void> {
    const waiting = [...this.#purchases]
    const shop = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await next.complete()
    }
    this.#shopping = Promise.allSettled(Array.from({ length: lanes }, shop))
  }

  async end(): Promise<void> {
    for (const result of await this.#shopping) if (result.status === 'rejected') throw result.reason
    for (const purchase of this.#purchases) {
      const isSettled = async () => ((await purchase.voucherState()) === 'reserved' ? null : true)
      await until(isSettled, `the voucher ${purchase.voucher} to be used or returned`)
    }
    for (const buyer of this.#businesses()) await buyer.invoices(this.#documentsOf(buyer).length)
  }

  async verify(): Promise<readonly Finding[]> {
    const findings = await this.#checkOrders()
    const documents = new Map<Buyer, readonly InvoiceItem[]>()
    for (const buyer of this.#businesses()) documents.set(buyer, (await buyer.list('?limit=100')).items)
    const stored = await withPlatform(this.#services, async (platform) =>
      this.#checkStored(platform.database<unknown>('orders')),
    )
    for (const [buyer, items] of documents) findings.push(...(await this.#checkDocuments(buyer, items)))
    return [...findings, ...stored]
  }

  async #checkOrders(): Promise<Finding[]> {
    const shown = await Promise.all(
      this.#buyers.map(async (buyer) => (await buyer.call('GET', '/orders/v2/superorders/me')).body.items),
    )
    const orders = shown.flat().map((order) => ({
      code: order.orderCode,
      state: `${order.payment} ${order.status}`,
      whole: `${order.products.length} lines, ${order.shipments.length} parcels, ${order.total.amount}`,
    }))
    const expected = this.#purchases.map((purchase) => purchase.expectedOrder)
    const again = await Promise.all(this.#purchases.map(async (purchase) => purchase.place()))
    const states = await Promise.all(this.#purchases.map(async (purchase) => purchase.voucherState()))
    return [
      compare('nothing lost', 'orders', orders.toSorted(byCode), expected.toSorted(byCode)),
      compare(
        'no duplicates',
        'orders of repeated requests',
        again,
        this.#purchases.map(({ code }) => code),
      ),
      compare(
        'right result',
        'states of the vouchers',
        states,
        this.#purchases.map((purchase) => purchase.expectedVoucher),
      ),
    ]
  }

  #businesses(): readonly Buyer[] {
    return this.#buyers.slice(0, 2)
  }

  /** The expected documents of a business: the code of the order, and the kind. */
  #documentsOf(buyer: Buyer): readonly string[] {
    return this.#purchases.filter((purchase) => purchase.buyer === buyer).flatMap(({ documents }) => documents)
  }

  /** Checks that each document exists once, with its two files, and that there are no other files. */
  async #checkDocuments(buyer: Buyer, items: readonly InvoiceItem[]): Promise<Finding[]> {
    const documents = items.map(({ orderCode, kind }) => `${orderCode} ${kind}`)
    const blobs = await blobFiles(this.#services.installation.dataDir, `invoices/${buyer.id}`)
    const files = blobs.filter((file) => file.includes(`${sep}content${sep}`)).map((file) => basename(file))
    const names = items.flatMap(({ id }) => [`${id}.pdf`, `${id}.xml`])
    return [
      compare('no duplicates', 'invoices', documents.toSorted(), this.#documentsOf(buyer).toSorted()),
      compare('no orphans', 'files of invoices', files.toSorted(), names.toSorted()),
    ]
  }

  async #checkStored(database: Kysely<unknown>): Promise<Finding[]> {
    const accounts = sql.join(this.#buyers.map(({ id }) => sql`${id}`))
    const events = await sql<{ name: string }>`
      select (data->>'orderCode') || ' ' || type as name from platform.events
      where owner in (${accounts})
        and type in ('order.placed', 'order.paid', 'order.dispatched', 'order.cancelled')`.execute(database)
    const reservations = await sql<{ name: string }>`
      select order_code || ' ' || code || ' ' || state as name from vouchers.reservations
      where account_id::text in (${accounts})`.execute(database)
    const gaps = await sql<{ number: string }>`
      select brand || ' ' || year as number from invoices.invoices group by brand, year
      having count(*) <> max(sequence) or min(sequence) <> 1`.execute(database)
    const unsettled = await sql`
      select from invoices.orders where account_id::text in (${accounts}) and not is_settled`.execute(database)
    return [
      compare(
        'no duplicates',
        'events',
        namesOf(events.rows),
        this.#purchases.flatMap((purchase) => purchase.expectedEvents).toSorted(),
      ),
      compare(
        'no duplicates',
        'reservations',
        namesOf(reservations.rows),
        this.#purchases.map(({ code, voucher, expectedVoucher }) => `${code} ${voucher} ${expectedVoucher}`).toSorted(),
      ),
      compare('nothing lost', 'series of invoices with gaps', gaps.rows, []),
      compare('no orphans', 'orders that wait for an invoice', unsettled.rows.length, 0),
    ]
  }
}

function byCode(one: { readonly code: string }, other: { readonly code: string }): number {
  return one.code.localeCompare(other.code)
}

function namesOf(rows: readonly { readonly name: string }[]): readonly string[] {
  return rows.map(({ name }) => name).toSorted()
}
