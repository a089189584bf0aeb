import { randomUUID } from 'node:crypto'
import type { Insertable, Kysely } from 'kysely'
import { callAsService, tell } from '../asService.ts'
import { ServiceGroup } from '../serviceGroup.ts'
import type { VouchersTable, VouchersTables } from '../../../services/vouchers/tables.ts'
import type { DatabaseKind } from '../../support/database.ts'
import { type Answer, type Customer, until } from '../storage/customer.ts'

export interface Line {
  readonly id: string
  readonly productCode: string
  readonly price: { readonly amount: string; readonly currency: string }
}

/** A line of an order, in euros. */
export function lineOf(id: string, amount: string, productCode = 'PAP_910'): Line {
  return { id, productCode, price: { amount, currency: 'EUR' } }
}

/** The vouchers service, as customers, shops and the orders service use it. */
export class VoucherServices extends ServiceGroup {
  constructor(kind: DatabaseKind) {
    super(kind, ['vouchers'], { DEMO: 'true' })
  }

  get database(): Kysely<VouchersTables> {
    return this.platform.database<VouchersTables>('vouchers')
  }

  /** Adds a voucher, by default a single one of 5 euros for everybody; returns its code. */
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

  /** Appends events of an order, and waits until they are handled. */
  async order(customer: Customer, orderCode: string, ...types: readonly string[]): Promise<void> {
    for (const type of types) await tell(this, { type: `order.${type}`, owner: customer.id, data: { orderCode } })
    await this.untilHandled()
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

  /** Moves the end of a reservation to the past. */
  async overdue(id: string): Promise<void> {
    await this.database
      .updateTable('reservations')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('id', '=', id)
      .execute()
  }
}
