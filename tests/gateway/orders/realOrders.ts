import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Parcel } from '../../../services/orders/order.ts'
import { createOrder, insertOrders, type NewLine } from '../../../services/orders/placing.ts'
import type { OrdersTables } from '../../../services/orders/tables.ts'
import type { InvoicesTables } from '../../../services/invoices/tables.ts'
import type { PhotosTables } from '../../../services/photos/tables.ts'
import type { ReservationState, VouchersTables } from '../../../services/vouchers/tables.ts'
import { home, orderOf } from '../../services/orders/orderServices.ts'
import { seedPhotos } from '../../services/photos/seeding.ts'
import { type Answer, ask, listenAt, startGateway } from '../../support/gateway.ts'
import { globalId } from '../../support/globalIds.ts'
import { businessClaims } from '../../support/invoices.ts'
import { RecordingLink } from '../../support/recordingLink.ts'
import { type RunningServices, startServices } from '../../support/services.ts'
import { type Upstreams, startUpstreams } from '../../support/upstream.ts'

const names = ['photos', 'orders', 'vouchers', 'invoices', 'widgets'] as const

/** An order to write to the tables. */
export interface WrittenOrder {
  readonly placed: Date
  readonly lines: readonly Partial<NewLine>[]
  readonly parcels?: readonly Parcel[]
}

const line: NewLine = {
  productCode: 'PAP_710',
  articleName: 'Mug',
  title: 'Photo mug',
  quantity: 1,
  unitPrice: 1_195,
  discount: 0,
  vatRate: 2_100,
  voucher: null,
  photoIds: [],
  projectId: null,
}

/**
 * A gateway with the real photos, orders, vouchers, invoices and widgets services, and a recording link to each of
 * them.
 */
export class RealOrders {
  upstreams!: Upstreams
  services!: RunningServices
  app!: FastifyInstance
  /** The gateway's URL. */
  url!: string
  links!: Readonly<Record<(typeof names)[number], RecordingLink>>
  #secret = ''
  #writtenInvoices = 0

  async start(): Promise<void> {
    this.upstreams = await startUpstreams()
    this.services = await startServices({
      // Invoices need the customer and the brand of an order, and the storage service sends the files of invoices.
      services: [...names, 'customers', 'site', 'storage'],
      environment: { PUBLIC_URL: 'http://keepsake.test', IDENTITY_URL: `${this.upstreams.url}/identity` },
    })
    const link = (name: string) => new RecordingLink(`${this.services.url}/${name}`)
    this.links = {
      photos: link('photos'),
      orders: link('orders'),
      vouchers: link('vouchers'),
      invoices: link('invoices'),
      widgets: link('widgets'),
    }
    this.app = await startGateway(this.upstreams, {
      PHOTOS_URL: await this.links.photos.listen(),
      ORDERS_URL: await this.links.orders.listen(),
      VOUCHERS_URL: await this.links.vouchers.listen(),
      INVOICES_URL: await this.links.invoices.listen(),
      WIDGETS_URL: await this.links.widgets.listen(),
    })
    this.url = await listenAt(this.app)
    this.#secret = (await readFile(join(this.services.dataDir, 'keys', 'services'), 'utf8')).trim()
  }

  async close(): Promise<void> {
    await this.app.close()
    for (const name of names) await this.links[name].close()
    await this.services.close()
    await this.upstreams.app.close()
  }

  readonly database = (): Kysely<OrdersTables> => this.services.platform.database<OrdersTables>('orders')

  /** The calls to all services. */
  get calls(): string[] {
    return names.flatMap((name) => this.links[name].calls)
  }

  forget(): void {
    for (const name of names) this.links[name].forget()
  }

  token(accountId: string): Promise<string> {
    return this.upstreams.tokens.issue(accountId)
  }

  /** The token of a business account. */
  businessToken(accountId: string): Promise<string> {
    return this.upstreams.tokens.issue(accountId, businessClaims)
  }

  async ask(accountId: string, query: string, variables: Record<string, unknown> = {}): Promise<Answer> {
    return ask(this.app, query, { token: await this.token(accountId), variables })
  }

  /** Sends an operation that must succeed. Returns its data. */
  // The type is `any`, because tests check the data with their own expectations.
  // oxlint-disable-next-line typescript/no-explicit-any
  async read(accountId: string, query: string, variables: Record<string, unknown> = {}): Promise<any> {
    const { data, errors } = await this.ask(accountId, query, variables)
    expect(errors).toEqual([])
    return data
  }

  /** The same with a business account. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  async readAsBusiness(accountId: string, query: string, variables: Record<string, unknown> = {}): Promise<any> {
    const { data, errors } = await ask(this.app, query, { token: await this.businessToken(accountId), variables })
    expect(errors).toEqual([])
    return data
  }

  /** Makes a call of the shop or the factory, which must succeed. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  async shop(method: string, path: string, body?: object): Promise<any> {
    const response = await fetch(`${this.services.url}/orders/v1/superorders${path}`, {
      method,
      headers: {
        'x-service-secret': this.#secret,
        'idempotency-key': randomUUID(),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect([path, response.ok]).toEqual([path, true])
    return response.json()
  }

  /** Places an order, as the shop does. Returns its code. */
  async place(accountId: string, changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
    return (await this.shop('POST', '', orderOf({ id: accountId }, changes))).orderCode
  }

  /** Reports steps of production. */
  async produce(code: string, ...steps: readonly object[]): Promise<void> {
    for (const step of steps) await this.shop('PUT', `/${code}/production`, step)
  }

  /** Writes paid orders to the tables. Returns their codes. */
  async write(accountId: string, orders: readonly WrittenOrder[]): Promise<string[]> {
    const created = orders.map(({ placed, lines, parcels = [] }, index) => {
      const code = `ORDER-${randomUUID().slice(0, 8).toUpperCase()}-${index}`
      const { order } = createOrder(
        {
          accountId,
          source: 'WEB',
          shopUrl: 'https://www.keepsake.example/',
          currency: 'EUR',
          lines: lines.map((own) => ({ ...line, ...own })),
          shipping: { price: 495, vatRate: 2_100 },
          deliveryType: 'Home',
          deliveryAddress: home,
          payment: 'succeeds',
        },
        { now: placed, stepSeconds: null, code },
      )
      return { ...order, parcels, request_key: code, request_digest: '' }
    })
    await this.database()
      .transaction()
      .execute((change) => insertOrders(change, created))
    return created.map(({ code }) => code)
  }

  /** Writes vouchers that the account has used. */
  async writeVouchers(accountId: string, codes: readonly string[]): Promise<void> {
    const database = this.services.platform.database<VouchersTables>('vouchers')
    const common = { account_id: accountId, is_single_use: true }
    const vouchers = codes.map((code) => ({ ...common, code, campaign_name: `Campaign ${code}`, percentage: 10 }))
    const reservations = codes.map((code) => ({
      ...common,
      id: randomUUID(),
      code,
      request_key: code,
      order_code: null,
      digest: '',
      discounts: JSON.stringify({ currency: 'EUR', lines: [] }),
      state: 'used' as const,
      expires_at: new Date(),
    }))
    await database.insertInto('vouchers').values(vouchers).execute()
    await database.insertInto('reservations').values(reservations).execute()
  }

  /** Writes an invoice for each of these orders, the first one newest. Returns their ids in the same order. */
  async writeInvoices(accountId: string, orderCodes: readonly string[]): Promise<string[]> {
    const written = orderCodes.toReversed().map((code, index) => {
      const number = `${accountId.slice(0, 8)}-${index + 1}`
      return {
        id: uuidv7(),
        account_id: accountId,
        order_code: code,
        kind: 'invoice' as const,
        brand: 'keepsake',
        // The service issues no invoice for this year, so these sequence numbers are free.
        year: 1900,
        sequence: (this.#writtenInvoices += 1),
        number,
        issued_on: '2026-11-26',
        locale: 'en-GB' as const,
        currency: 'EUR' as const,
        net: 100,
        tax: 21,
        total: 121,
        content: JSON.stringify({ vat: [], credits: null }),
        state: 'ready' as const,
        pdf_size: 3,
        xml_size: 3,
      }
    })
    await this.services.platform.database<InvoicesTables>('invoices').insertInto('invoices').values(written).execute()
    return written.map(({ id }) => id).toReversed()
  }

  /** Changes the state of a voucher that the account has used, as after an event of its order. */
  async setVoucherState(code: string, state: ReservationState): Promise<void> {
    const database = this.services.platform.database<VouchersTables>('vouchers')
    await database.updateTable('reservations').set({ state }).where('code', '=', code).execute()
  }

  /** Adds photos with these numbers to a library. */
  async seed(accountId: string, numbers: readonly number[]): Promise<void> {
    const seeds = numbers.map((number) => ({ number, takenAt: null, createdAt: '2026-03-01T00:00:00Z' }))
    await seedPhotos(this.services.platform.database<PhotosTables>('photos'), accountId, seeds)
  }

  /** Marks photos on order lines as missing, as after the event of their deletion. */
  async loseLinePhotos(photoIds: readonly string[]): Promise<void> {
    const lost = this.database().updateTable('line_photos').set({ is_missing: true })
    await lost.where('photo_id', 'in', photoIds).execute()
  }

  async deletePhotos(): Promise<void> {
    await this.services.platform.database<PhotosTables>('photos').deleteFrom('photos').execute()
  }
}

/** The global id of an order. */
export function orderId(code: string): string {
  return globalId('Order', code)
}

/** Starts the services once for all tests. Each test begins without recorded calls, faults and photos. */
export function setUpRealOrders(): RealOrders {
  const real = new RealOrders()
  beforeAll(() => real.start())
  afterAll(() => real.close())
  beforeEach(async () => {
    await real.deletePhotos()
    real.forget()
  })
  return real
}
