import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a test needs to know of an order. */
export interface PlacedOrder {
  readonly code: string
}

const euro = (amount: string) => ({ amount, currency: 'EUR' })

/** A line of an order. The shop still sells the product. */
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

/** Calls the services of a running product, as the shop and the factory do for an order. */
export class OrderCalls {
  readonly #dataDir: string

  /** @param dataDir the data folder of the product, which has the log and the secret of the services */
  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  /** Places an order. By default, the order has one product and is paid. */
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

  /** Reports that the payment of an order has succeeded. */
  async pay({ code }: PlacedOrder): Promise<void> {
    await this.#call('PUT', `/${code}/payment`, { payment: 'succeeds' })
  }

  /** Reports a step of production, as the factory does. */
  async reportStep({ code }: PlacedOrder, step: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#call('PUT', `/${code}/production`, step)
  }

  /** Sends the PDF of an ordered product, as the factory does. */
  async sendPdf(accountId: string, code: string): Promise<void> {
    const headers = { 'content-type': 'application/pdf' }
    await this.#send('PUT', `/products/v1/pdf/${accountId}/${code}`, { headers, body: '%PDF-1.4\n' })
  }

  /**
   * Calls a service in the name of a customer, as the gateway does.
   * @returns undefined if the service does not answer 2xx
   */
  async asCustomer(token: string, method: string, path: string): Promise<unknown> {
    const response = await fetch(`${this.#address()}${path}`, { method, headers: { authorization: `Bearer ${token}` } })
    const answer: unknown = response.status === 204 ? null : await response.json()
    return response.ok ? answer : undefined
  }

  /** The address of the services, from their log. */
  #address(): string {
    const log = readFileSync(join(this.#dataDir, 'logs', 'services.log'), 'utf8')
    return [...log.matchAll(/Server listening at (http:[^"]+)/g)].at(-1)?.[1] ?? ''
  }

  async #call(method: string, path: string, body: unknown): Promise<unknown> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    return JSON.parse(
      await this.#send(method, `/orders/v1/superorders${path}`, { headers, body: JSON.stringify(body) }),
    )
  }

  /**
   * Calls the services with their secret, at the address in their log.
   * @returns the body of the answer
   */
  async #send(
    method: string,
    path: string,
    { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  ): Promise<string> {
    const address = this.#address()
    const secret = readFileSync(join(this.#dataDir, 'keys', 'services'), 'utf8').trim()
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { ...headers, 'x-service-secret': secret },
      body,
    })
    const answer = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer}`)
    return answer
  }
}
