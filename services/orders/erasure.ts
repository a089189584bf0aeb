import type { Kysely } from 'kysely'
import { deleteRowsOf, type Erasure } from '../platform/erasure.ts'
import type { OrdersTables } from './tables.ts'

/**
 * Erases the orders of an account, with their lines, photos and parcels. The identity service erases an account only
 * when none of its orders is in production (`unfinishedRoute.ts`), so no parcel is lost.
 */
export function ordersErasure(database: Kysely<OrdersTables>): Erasure<OrdersTables> {
  return {
    service: 'orders',
    database,
    async erase(accountId, signal) {
      await deleteRowsOf(database, { table: 'orders.super_orders', column: 'account_id' }, accountId, signal)
    },
  }
}
