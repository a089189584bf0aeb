import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { CustomersTables } from './tables.ts'

/** Marks an account for deletion: its profile and its address book can no longer be read or changed. */
export async function closeAccount(change: Transaction<CustomersTables>, id: string): Promise<void> {
  await change
    .insertInto('closings')
    .values({ account_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The customer has stopped the deletion. */
export async function reopenAccount(change: Transaction<CustomersTables>, id: string): Promise<void> {
  await change.deleteFrom('closings').where('account_id', '=', id).execute()
}

/**
 * True unless an account is marked for deletion. Until that is over, its photos are not deleted earlier, and its customer
 * is not reminded: either of them happens after an undo. For statements that select from `customers.accounts`.
 */
export const isOpen: RawBuilder<boolean> = sql`not exists (
  select from customers.closings where closings.account_id = accounts.id
)`
