import { randomUUID } from 'node:crypto'
import type { Insertable, Kysely, Transaction } from 'kysely'
import { callAsService, appendEvent } from '../asService.ts'
import type { ServiceName } from '../../../services/services.ts'
import { ServiceGroup } from '../serviceGroup.ts'
import type { VouchersTable, VouchersTables } from '../../../services/vouchers/tables.ts'
import type { DatabaseKind } from '../../support/database.ts'
import { waitingStatements } from '../../support/waitingStatements.ts'
import { type Answer, type Customer, until } from '../storage/customer.ts'

export interface Line {
  readonly id: string
  readonly productCode: string
  readonly price: { readonly amount: string; readonly currency: string }
}

/** The status and the code of a problem. */
export const codeOf = ({ status, body }: Answer) => [status, body.code]

export const minutesUntil = (time: string) => (Date.parse(time) - Date.now()) / 60_000

/** A line of an order, in euros. */
export function lineOf(id: string, amount: string, productCode = 'PAP_910'): Line {
  return { id, productCode, price: { amount, currency: 'EUR' } }
}

/** An order, and the codes of the vouchers that its events name. */
export interface OrderWithVouchers {
  readonly orderCode: string
  readonly vouchers: readonly string[]
}

/** The vouchers service, as customers, shops and the orders service use it. */
export class VoucherServices extends ServiceGroup {
  readonly #kind: DatabaseKind

  /** @param others further services to start */
  constructor(kind: DatabaseKind, others: readonly ServiceName[] = []) {
    super(kind, ['vouchers', ...others], { DEMO: 'true' })
    this.#kind = kind
  }

  get database(): Kysely<VouchersTables> {
    return this.platform.database<VouchersTables>('vouchers')
  }

  /**
   * Adds a voucher; returns its code. By default, the voucher is worth 5 euros, and any customer can use it, but only
   * once.
   */
  async addVoucher(values: Partial<Insertable<VouchersTable>> = {}): Promise<string> {
    const code = randomUUID().toUpperCase()
    const value = values.percentage === undefined ? { amount: 500, currency: 'EUR' as const } : {}
    await this.database
      .insertInto('vouchers')
      .values({ code, campaign_name: 'Spring', is_single_use: true, ...value, ...values })
      .execute()
    return code
  }

  async look(customer: Customer, code: string, query = ''): Promise<Answer> {
    return customer.call('GET', `/vouchers/api/v1/campaigns/offers/${encodeURIComponent(code)}${query}`)
  }

  async stateOf(customer: Customer, code: string): Promise<string> {
    return (await this.look(customer, code)).body.state
  }

  async reserve(
    customer: Customer,
    code: string,
    { orderCode, key, lines = [lineOf('1', '20.00')] }: { orderCode?: string; key?: string; lines?: readonly Line[] },
  ): Promise<Answer> {
    return callAsService(this, 'POST', '/vouchers/api/v1/reservations', {
      accountId: customer.id,
      code,
      lines,
      ...(orderCode === undefined ? {} : { orderCode }),
      ...(key === undefined ? {} : { key }),
    })
  }

  async release(id: string): Promise<Answer> {
    return callAsService(this, 'DELETE', `/vouchers/api/v1/reservations/${id}`)
  }

  /**
   * Appends events of an order, and waits until they are handled.
   * @param order an order with vouchers, or only the code of an order, whose events then name no voucher
   */
  async order(customer: Customer, order: string | OrderWithVouchers, ...types: readonly string[]): Promise<void> {
    const data = typeof order === 'string' ? { orderCode: order } : order
    for (const type of types) await appendEvent(this, { type: `order.${type}`, owner: customer.id, data })
    await this.untilHandled()
  }

  /**
   * Makes a request that waits for a transaction, and returns its answer.
   * @param before what the transaction does before the request is made
   * @param meanwhile what the transaction does while the request waits. With the embedded database, the request waits
   *   for the only connection.
   */
  async whileWaiting(
    before: (transaction: Transaction<VouchersTables>) => Promise<void>,
    request: () => Promise<Answer>,
    meanwhile?: (transaction: Transaction<VouchersTables>) => Promise<void>,
  ): Promise<Answer> {
    let answer: Promise<Answer> | undefined
    await this.database.transaction().execute(async (transaction) => {
      await before(transaction)
      answer = request()
      if (this.#kind === 'a PostgreSQL server')
        await until(async () => (await waitingStatements(this.database)) > 0 || null, 'the request to wait')
      await meanwhile?.(transaction)
    })
    if (!answer) throw new Error('The request was not made.')
    return answer
  }

  /** Waits until all events of orders are handled. */
  async untilHandled(): Promise<void> {
    const owners = [...(await this.owners())]
    await until(async () => {
      const unhandled = await this.platform
        .database('platform')
        .transaction()
        .execute((change) =>
          this.platform.events.ownersWithUnhandled(change, {
            consumer: 'vouchers.orders',
            types: ['order.placed', 'order.paid', 'order.cancelled'],
            owners,
          }),
        )
      return unhandled.size === 0 ? true : null
    }, 'the events of orders to be handled')
  }

  async owners(): Promise<ReadonlySet<string>> {
    const rows = await this.database.selectFrom('reservations').select('account_id').execute()
    return new Set(rows.map((row) => row.account_id))
  }

  /** Makes the customer wait for minutes, as after many unknown codes. */
  async blockGuesses(customer: Customer): Promise<void> {
    const values = { attempts: 12, attempted_at: new Date() }
    await this.database
      .insertInto('unknown_codes')
      .values({ account_id: customer.id, ...values })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
      .execute()
  }

  /** Moves the end of a reservation to the past. */
  async makeOverdue(id: string): Promise<void> {
    await this.database
      .updateTable('reservations')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('id', '=', id)
      .execute()
  }
}
