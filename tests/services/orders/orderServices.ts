import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { OrdersDatabase } from '../../../services/orders/store.ts'
import type { OrdersTables } from '../../../services/orders/tables.ts'
import type { ServiceName } from '../../../services/services.ts'
import type { DatabaseKind } from '../../support/database.ts'
import { ServiceGroup } from '../serviceGroup.ts'
import type { Answer, Customer } from '../storage/customer.ts'

const anonymous = { authorization: '' }

export const euro = (amount: string) => ({ amount, currency: 'EUR' })

export const home = {
  country: 'NL',
  name: 'Mira Holt',
  organization: null,
  street: 'Lindengracht',
  houseNumber: '12',
  addition: null,
  postalCode: '1015 KH',
  city: 'Amsterdam',
  region: null,
  phone: null,
}

export const mug = {
  productCode: 'PAP_700',
  articleName: 'Mug',
  title: 'Photo mug',
  quantity: 3,
  unitPrice: euro('12.95'),
  discount: euro('7.77'),
  vatRate: '21.00',
  voucher: 'KEEP-20',
  photoIds: ['018f3c1a-0000-7000-8000-0000000000a1', '018f3c1a-0000-7000-8000-0000000000a2'],
  projectId: 'project-1',
}

export const book = {
  productCode: 'PAP_360',
  articleName: 'PhotoBook',
  title: 'Photo book',
  quantity: 1,
  unitPrice: euro('39.95'),
  discount: euro('0.00'),
  vatRate: '9.00',
  photoIds: [],
}

/** What the shop sends to place an order of two lines. */
export function orderOf({ id }: { readonly id: string }, changes: Readonly<Record<string, unknown>> = {}) {
  return {
    accountId: id,
    source: 'WEB',
    shopUrl: 'https://www.keepsake.example',
    currency: 'EUR',
    lines: [mug, book],
    shipping: { price: euro('4.95'), vatRate: '21.00' },
    deliveryType: 'Home',
    deliveryAddress: home,
    payment: 'succeeds',
    ...changes,
  }
}

/** Makes a call with the secret of the services, like the shop and the factory. */
export async function callAsService(
  customer: Customer,
  dataDir: string,
  method: string,
  path: string,
  options: { readonly body?: unknown; readonly key?: string } = {},
): Promise<Answer> {
  const secret = readFileSync(join(dataDir, 'keys', 'services'), 'utf8').trim()
  return customer.call(method, `/orders/v1/superorders${path}`, {
    ...(options.body === undefined ? {} : { body: options.body }),
    headers: { ...anonymous, 'x-service-secret': secret, ...(options.key ? { 'idempotency-key': options.key } : {}) },
  })
}

/** The orders service, and the customers service, in which each order restarts the storage period of the photos. */
export class OrderServices extends ServiceGroup {
  /** @param others further services to start */
  constructor(
    kind: DatabaseKind,
    environment: Readonly<Record<string, string>> = {},
    others: readonly ServiceName[] = [],
  ) {
    super(kind, ['customers', 'orders', ...others], environment)
  }

  get database(): OrdersDatabase {
    return this.platform.database<OrdersTables>('orders')
  }

  async shop(method: string, path: string, options: { body?: unknown; key?: string } = {}): Promise<Answer> {
    return callAsService(this.newCustomer(), this.dataDir, method, path, options)
  }

  /** Places an order; returns it. */
  async place(customer: Customer, changes: Readonly<Record<string, unknown>> = {}): Promise<Answer['body']> {
    const { status, body } = await this.shop('POST', '', { body: orderOf(customer, changes), key: randomUUID() })
    if (status !== 201) throw new Error(`The order was not placed: ${status} ${JSON.stringify(body)}`)
    return body
  }

  /** Reports steps of production; returns the last answer. */
  async produce(code: string, ...steps: readonly Readonly<Record<string, unknown>>[]): Promise<Answer> {
    let answer: Answer | undefined
    for (const body of steps) answer = await this.shop('PUT', `/${code}/production`, { body })
    if (!answer) throw new Error('No step was given.')
    return answer
  }

  /** The events of an account, oldest first. */
  async eventsOf({ id }: { readonly id: string }): Promise<{ type: string; data: Record<string, unknown> }[]> {
    const { rows } = await sql<{ type: string; data: Record<string, unknown> }>`
      select type, data from platform.events where owner = ${id} order by position`.execute(this.database)
    return rows
  }
}

export const started = { step: 'ProductionStarted' }
export const completed = { step: 'ProductionCompleted' }

/** A parcel with all items of `orderOf`. */
export const wholeParcel = {
  step: 'ParcelDispatched',
  parcel: {
    number: 1,
    carrier: 'DHL',
    trackingNumber: '3S123',
    trackingUrl: 'https://tracking.example/3S123',
    lines: [
      { number: 1, quantity: 3 },
      { number: 2, quantity: 1 },
    ],
  },
}
