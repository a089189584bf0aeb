import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { registered } from '../../../services/identity/signIn.ts'
import type { InvoicesTables } from '../../../services/invoices/tables.ts'
import { createOrder, newOrderCode } from '../../../services/orders/placing.ts'
import type { Order } from '../../../services/orders/order.ts'
import type { ServiceName } from '../../../services/services.ts'
import type { DatabaseKind } from '../../support/database.ts'
import type { TokenContent } from '../../support/tokens.ts'
import { appendEvent, callAsService } from '../asService.ts'
import { home, OrderServices } from '../orders/orderServices.ts'
import { type Answer, Customer, until } from '../storage/customer.ts'

export const listPath = '/invoices/api/v1/HistoricalInvoice/me'
export const filesPath = (id: string) => `/invoices/api/v1/InvoiceGroupFiles/me/${id}`
export const pdfPath = (id: string, channel = 'k') => `${listPath}/pdf/${id}/${channel}`

/** The status and the code of a problem. */
export const codeOf = ({ status, body }: Answer) => [status, body.code]

/** A customer whose token says how the account signs in: by default as a business. */
export class Buyer extends Customer {
  #authMethod = 'b2b'

  /** Sets the sign-in method that later tokens of this customer state. Returns this customer. */
  signsInBy(authMethod: string): this {
    this.#authMethod = authMethod
    return this
  }

  override async token(content?: TokenContent): Promise<string> {
    return super.token({ ...content, claims: { auth_method: this.#authMethod, ...content?.claims } })
  }

  async list(query = ''): Promise<Answer['body']> {
    return (await this.call('GET', `${listPath}${query}`)).body
  }

  /** Waits until the account has this many documents, and all their files. Newest first. */
  async invoices(count: number): Promise<Answer['body'][]> {
    return until(async () => {
      const { items, total } = await this.list()
      return total === count && items.every((item: { state: string }) => item.state === 'ready') ? items : null
    }, `${count} invoices with their files`)
  }
}

/** The facts of an account that its registration announces. */
interface Facts {
  readonly business?: boolean
  readonly name?: string
  readonly locale?: string
}

/** The invoices service, the services that it needs, and the orders service, whose events it consumes. */
export class InvoiceServices extends OrderServices {
  constructor(kind: DatabaseKind, others: readonly ServiceName[] = [], environment: Record<string, string> = {}) {
    super(kind, environment, ['site', 'invoices', ...others])
  }

  get invoices(): Kysely<InvoicesTables> {
    return this.platform.database<InvoicesTables>('invoices')
  }

  newBuyer(id?: string): Buyer {
    return new Buyer(this.url, this.running.issuer, id)
  }

  /** Announces an account, as the identity service does. Waits until the customers service knows it. */
  async register(
    account: Customer,
    { business = true, name = 'Studio Nord', locale = 'en-GB' }: Facts = {},
  ): Promise<void> {
    const { id } = account
    const facts = { email: `${id}@example.com`, name, locale, brand: 'keepsake', confirmed: true, business }
    await appendEvent(this, registered({ id, ...facts }))
    await this.untilKnown(account)
  }

  /** Waits until the customers service knows an account. */
  async untilKnown({ id }: Customer): Promise<void> {
    const contact = () => callAsService(this, 'GET', `/customers/accounts/${id}/contact`)
    await until(async () => ((await contact()).status === 200 ? true : null), 'the account to be known')
  }

  async newBusiness(facts: Facts = {}): Promise<Buyer> {
    const buyer = this.newBuyer()
    await this.register(buyer, facts)
    return buyer
  }

  /** Waits until every event of an order is handled, and every order is settled. */
  async untilSettled(owner: Customer): Promise<void> {
    const types = ['order.paid', 'order.dispatched', 'order.cancelled']
    await until(async () => {
      const unhandled = await this.platform
        .database('platform')
        .transaction()
        .execute((change) =>
          this.platform.events.ownersWithUnhandled(change, { consumer: 'invoices.orders', types, owners: [owner.id] }),
        )
      if (unhandled.size > 0) return null
      const waiting = await this.invoices
        .selectFrom('orders')
        .select('order_code')
        .where('account_id', '=', owner.id)
        .where('is_settled', '=', false)
        .execute()
      return waiting.length === 0 ? true : null
    }, 'the orders to be settled')
  }
}

/** Makes an order that is placed and paid at a given time, without storing it. */
export function orderOfBuyer(
  { id: accountId }: { readonly id: string },
  { now = new Date(), shopUrl = 'https://www.keepsake.example/' }: { now?: Date; shopUrl?: string } = {},
): Order {
  const line = { productCode: 'PAP_710', articleName: 'Mug', voucher: null, photoIds: [], projectId: null }
  const { order } = createOrder(
    {
      accountId,
      source: 'WEB',
      shopUrl,
      currency: 'EUR',
      lines: [{ ...line, title: 'Photo mug', quantity: 2, unitPrice: 1_195, discount: 0, vatRate: 2_100 }],
      shipping: { price: 495, vatRate: 2_100 },
      deliveryType: 'Home',
      deliveryAddress: home,
      payment: 'succeeds',
    },
    { now, stepSeconds: null, code: newOrderCode() },
  )
  return { ...order, request_key: randomUUID() }
}
