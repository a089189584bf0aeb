import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a test needs to know of an order. */
export interface PlacedOrder {
  readonly code: string
}

const euro = (amount: string) => ({ amount, currency: 'EUR' })

/** A line of an order. The product is sold. */
export const mug = {
  productCode: 'PAP_710',
  variant: 'STANDARD',
  articleName: 'Mug',
  title: 'Photo mug',
  quantity: 2,
  unitPrice: euro('10.95'),
  discount: euro('0.00'),
  vatRate: '21.00',
  photoIds: [] as readonly string[],
}

/** Calls the orders service of a running product, as the shop and the factory do. */
export class OrderCalls {
  readonly #dataDir: string

  /** @param dataDir the data folder of the product, which has the log and the secret of the services */
  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  /** Places an order. By default one product, which is paid. */
  async place(accountId: string, changes: Readonly<Record<string, unknown>> = {}): Promise<PlacedOrder> {
    const order = await this.#call('POST', '', {
      accountId,
      source: 'WEB',
      shopUrl: 'https://www.keepsake.example/',
      currency: 'EUR',
      lines: [mug],
      shipping: { price: euro('4.95'), vatRate: '21.00' },
      deliveryType: 'Home',
      deliveryAddress: {
        country: 'NL',
        name: 'Mira Lindqvist',
        street: 'Lindengracht',
        houseNumber: '12',
        postalCode: '1015 KH',
        city: 'Amsterdam',
      },
      payment: 'succeeds',
      ...changes,
    })
    if (typeof order !== 'object' || order === null || !('orderCode' in order)) throw new Error('An order has no code.')
    return { code: String(order.orderCode) }
  }

  /** Tells that the payment of an order has succeeded. */
  async pay({ code }: PlacedOrder): Promise<void> {
    await this.#call('PUT', `/${code}/payment`, { payment: 'succeeds' })
  }

  /** Reports a step of production, as the factory does. */
  async reportStep({ code }: PlacedOrder, step: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#call('PUT', `/${code}/production`, step)
  }

  /** Calls the service with the secret of the services, at the address in its log. */
  async #call(method: string, path: string, body: unknown): Promise<unknown> {
    const log = readFileSync(join(this.#dataDir, 'logs', 'services.log'), 'utf8')
    const address = [...log.matchAll(/Server listening at (http:[^"]+)/g)].at(-1)?.[1]
    const response = await fetch(`${address}/orders/v1/superorders${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-service-secret': readFileSync(join(this.#dataDir, 'keys', 'services'), 'utf8').trim(),
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(body),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }
}
