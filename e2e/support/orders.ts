import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { productUnderTest } from './product.ts'

/** What a test needs to know of an order. */
export interface PlacedOrder {
  readonly code: string
}

const euro = (amount: string) => ({ amount, currency: 'EUR' })

const line = {
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

/** A product that is no longer sold. */
export const soldOut = { ...line, productCode: 'OLD_1', variant: undefined, articleName: 'Card', title: 'Old card' }
export const mug = line

/** Places an order as the shop does. By default one product, which is paid. */
export async function placeOrder(
  accountId: string,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<PlacedOrder> {
  const order = await callOrders('POST', '', {
    accountId,
    source: 'WEB',
    shopUrl: 'https://www.keepsake.example/',
    currency: 'EUR',
    lines: [line],
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

/** Reports a step of production, as the factory does. */
export async function reportStep({ code }: PlacedOrder, step: Readonly<Record<string, unknown>>): Promise<void> {
  await callOrders('PUT', `/${code}/production`, step)
}

/** Calls the orders service with the secret of the services, at the address in its log. */
async function callOrders(method: string, path: string, body: unknown): Promise<unknown> {
  const { dataDir } = productUnderTest()
  const log = readFileSync(join(dataDir, 'logs', 'services.log'), 'utf8')
  const address = [...log.matchAll(/Server listening at (http:[^"]+)/g)].at(-1)?.[1]
  const response = await fetch(`${address}/orders/v1/superorders${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-service-secret': readFileSync(join(dataDir, 'keys', 'services'), 'utf8').trim(),
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}
