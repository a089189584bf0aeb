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

/** Sends the PDF of an ordered product, as the factory does. */
export async function sendPdf(accountId: string, code: string): Promise<void> {
  const headers = { 'content-type': 'application/pdf' }
  await callServices('PUT', `/products/v1/pdf/${accountId}/${code}`, { headers, body: '%PDF-1.4\n' })
}

async function callOrders(method: string, path: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  return JSON.parse(
    await callServices(method, `/orders/v1/superorders${path}`, { headers, body: JSON.stringify(body) }),
  )
}

interface ServiceCall {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Calls the services with their secret, at the address in their log.
 * @returns the body of the answer
 */
async function callServices(method: string, path: string, { headers, body }: ServiceCall): Promise<string> {
  const { dataDir } = productUnderTest()
  const log = readFileSync(join(dataDir, 'logs', 'services.log'), 'utf8')
  const address = [...log.matchAll(/Server listening at (http:[^"]+)/g)].at(-1)?.[1]
  const secret = readFileSync(join(dataDir, 'keys', 'services'), 'utf8').trim()
  const response = await fetch(`${address}${path}`, {
    method,
    headers: { ...headers, 'x-service-secret': secret },
    body,
  })
  const answer = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer}`)
  return answer
}
