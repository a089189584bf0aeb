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

/** Removes the mark for deletion, because the customer has stopped the deletion. */
export async function reopenAccount(change: Transaction<CustomersTables>, id: string): Promise<void> {
  await change.deleteFrom('closings').where('account_id', '=', id).execute()
}

/**
 * True unless an account is marked for deletion. While it is marked, retention runs do not delete its photos and do not
 * remind its customer. If the customer undoes the deletion, the next run does everything that is due by then. Use this
 * condition in statements that select from `customers.accounts`.
 */
export const isOpen: RawBuilder<boolean> = sql`not exists (
  select from customers.closings where closings.account_id = accounts.id
)`
