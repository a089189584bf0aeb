import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { PhotosTables } from '../../../services/photos/tables.ts'
import type { VouchersTables } from '../../../services/vouchers/tables.ts'
import type { DatabaseKind } from '../../support/database.ts'
import { home } from '../orders/orderServices.ts'
import { seedMany } from '../photos/seeding.ts'
import { ServiceGroup } from '../serviceGroup.ts'
import type { Answer, Customer } from '../storage/customer.ts'

/**
 * What happens to a call of the shop. `hang`: there is never an answer. `lost`: the service handles the call, but the
 * answer does not arrive.
 */
type Fault = 'down' | 'hang' | 'lost' | 'garbage' | 'error'

/** A basket as the editor sends it. */
export interface Wanted {
  readonly basketId: string
  readonly country: string
  readonly lines: readonly { readonly photoId: string; readonly variant: string; readonly quantity: number }[]
  readonly voucher: string | null
}

/** The shop with the services that it calls, through a proxy that can let the calls fail. */
export class ShopServices extends ServiceGroup {
  /** The faults, by method and the start of the path. */
  readonly faults = new Map<string, Fault>()
  /** The calls that have reached the services, as method and path. */
  readonly calls: string[] = []
  #proxy: Server | undefined

  constructor(kind: DatabaseKind, environment: Readonly<Record<string, string>> = { DEMO: 'true', ORDER_PACE: '0' }) {
    super(kind, ['photos', 'customers', 'orders', 'vouchers', 'shop'], environment)
  }

  async addPhotos(customer: Customer, count: number): Promise<string[]> {
    return seedMany(this.platform.database<PhotosTables>('photos'), customer.id, count)
  }

  async addVoucher(values: object): Promise<string> {
    const code = randomUUID().toUpperCase()
    const row = { code, campaign_name: 'Spring', is_single_use: true, ...values }
    await this.platform.database<VouchersTables>('vouchers').insertInto('vouchers').values(row).execute()
    return code
  }

  async quote(customer: Customer, wanted: Wanted): Promise<Answer> {
    return customer.call('POST', '/shop/v1/quotes', { body: wanted })
  }

  /** Orders a basket with the total of its quote, unless another total is given. */
  async place(customer: Customer, wanted: Wanted, changes: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    const { basketId, country, lines, voucher } = wanted
    const quotedTotal = 'quotedTotal' in changes ? undefined : (await this.quote(customer, wanted)).body.total
    const body = {
      lines,
      voucher,
      deliveryAddress: { ...home, country },
      quotedTotal,
      attemptId: 'first',
      payment: 'succeeds',
      channel: 'k',
    }
    const headers = { 'idempotency-key': basketId, 'accept-language': 'de' }
    return customer.call('POST', '/shop/v1/orders', { body: { ...body, ...changes }, headers })
  }

  async ordersOf(customer: Customer): Promise<Answer['body'][]> {
    return (await customer.call('GET', '/orders/v2/superorders/me')).body.items
  }

  protected override async prepare(): Promise<Readonly<Record<string, string>>> {
    this.#proxy = createServer((request, response) => void this.#forward(request, response))
    this.#proxy.listen(0, '127.0.0.1')
    await once(this.#proxy, 'listening')
    const url = `http://127.0.0.1:${(this.#proxy.address() as AddressInfo).port}`
    return { ORDERS_URL: `${url}/orders`, VOUCHERS_URL: `${url}/vouchers`, PHOTOS_URL: `${url}/photos` }
  }

  protected override async cleanUp(): Promise<void> {
    this.#proxy?.close()
    this.#proxy?.closeAllConnections()
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const called = `${request.method} ${request.url}`
    const fault = [...this.faults].find(([start]) => called.startsWith(start))?.[1]
    const body = await buffer(request)
    if (fault === 'hang') return
    if (fault === 'down') return void response.destroy()
    if (fault === 'garbage') return void response.end('<html>')
    if (fault === 'error') return void response.writeHead(500).end()
    this.calls.push(called)
    const { 'content-type': type, authorization, 'x-service-secret': secret, 'idempotency-key': key } = request.headers
    const headers = new Headers()
    if (type !== undefined) headers.set('content-type', type)
    if (authorization !== undefined) headers.set('authorization', authorization)
    if (secret !== undefined) headers.set('x-service-secret', String(secret))
    if (key !== undefined) headers.set('idempotency-key', String(key))
    const sent = body.length > 0 ? { body: new Uint8Array(body) } : {}
    const answer = await fetch(`${this.url}${request.url}`, { method: String(request.method), headers, ...sent })
    const content = await answer.text()
    if (fault === 'lost') response.destroy()
    else response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(content)
  }
}

/** A basket with some photos, each printed twice in the smallest size. */
export function basketOf(photoIds: readonly string[], changes: Partial<Wanted> = {}): Wanted {
  const lines = photoIds.map((photoId) => ({ photoId, variant: '10X15', quantity: 2 }))
  return { basketId: randomUUID(), country: 'NL', lines, voucher: null, ...changes }
}
