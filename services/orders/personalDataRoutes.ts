import type { ServiceApp } from '../platform/contract.ts'
import { listOfAccount } from '../platform/personalData.ts'
import { listOrders } from './listing.ts'
import { orderCode } from './orderRoutes.ts'
import type { OrdersDatabase } from './store.ts'
import { superOrderSchema, toWireOrder } from './wireOrder.ts'

const orders = listOfAccount('Lists all super orders of an account, newest first', superOrderSchema, orderCode)

/** Registers the route from which the customers service reads what this service stores about an account. */
export function registerPersonalData(app: ServiceApp, database: OrdersDatabase): void {
  app.get('/accounts/:accountId/personal-data/orders', orders, async ({ params, query: { after, limit } }) => {
    const page = { offset: 0, limit, after, counts: false }
    const { orders: found, next } = await listOrders(database, params.accountId, { leavesOutExpired: false }, page)
    return { items: found.map(toWireOrder), next }
  })
}
