import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { demoAccounts } from '../../../services/platform/demo.ts'
import { databaseKinds } from '../../support/database.ts'
import { callAsService, mug, orderOf } from '../orders/orderServices.ts'
import { type Customer, until } from '../storage/customer.ts'
import { VoucherServices } from './voucherServices.ts'

interface ListedOrder {
  readonly products: readonly { readonly voucher: string | null }[]
}

describe.each(databaseKinds)('a voucher of an order, with both services, on %s', (kind) => {
  const services = new VoucherServices(kind, ['orders'])

  async function reserve(customer: Customer) {
    const code = await services.addVoucher()
    const read = async () => (await services.reserve(customer, code, { key: code })).body
    await read()
    return { code, read }
  }

  async function place(customer: Customer, voucher: string, payment: string): Promise<string> {
    const body = orderOf(customer, { lines: [{ ...mug, voucher }], payment })
    const answer = await callAsService(customer, services.dataDir, 'POST', '', { body, key: randomUUID() })
    expect(answer.status).toBe(201)
    return answer.body.orderCode
  }

  const untilState = async (customer: Customer, code: string, state: string) =>
    until(async () => ((await services.stateOf(customer, code)) === state ? true : null), `the state ${state}`)

  test('is used by a paid order, kept for 14 days for a pending one, and returned by a cancelled one', async () => {
    const customer = services.newCustomer()
    const paid = await reserve(customer)
    await place(customer, paid.code.toLowerCase(), 'succeeds')
    await untilState(customer, paid.code, 'used')

    const pending = await reserve(customer)
    const orderCode = await place(customer, pending.code, 'pending')
    await until(async () => {
      const days = (Date.parse((await pending.read()).expires) - Date.now()) / 86_400_000
      return days > 13 && days <= 14 ? true : null
    }, 'the reservation to last for 14 days')
    await callAsService(customer, services.dataDir, 'POST', `/${orderCode}/cancel`)
    await untilState(customer, pending.code, 'returned')
  })

  test('exists and is used if a demo order names it', async () => {
    await services.running.services.createDemo()
    const found: string[] = []
    for (const { id } of demoAccounts) {
      const customer = services.newCustomer(id)
      const { body } = await customer.call('GET', '/orders/v2/superorders/me?Limit=100')
      const orders: readonly ListedOrder[] = body.items
      const codes = orders.flatMap(({ products }) => products.flatMap(({ voucher }) => voucher ?? []))
      for (const code of codes) found.push(`${code} ${await services.stateOf(customer, code)}`)
    }
    expect(found).toEqual(['ANNA-BIRTHDAY used', 'BEN-BIRTHDAY used', 'STUDIO-SPRING used'])
  })
})
