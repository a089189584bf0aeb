import { type Kysely, sql, type Transaction } from 'kysely'
import type { IdentityTables } from './tables.ts'

/**
 * Lets only one transaction at a time give these addresses to accounts.
 * @param keys the addresses in their form for comparison
 */
export async function lockAddresses(transaction: Transaction<IdentityTables>, keys: readonly string[]): Promise<void> {
  // All transactions take their locks in the same order, so that they cannot deadlock.
  for (const key of [...new Set(keys)].toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`address:${key}`}, 0))`.execute(transaction)
  }
}

/**
 * Whether an account other than this one has the address, or may restore it: the old address of a changed account stays
 * reserved while the change can be reverted. Otherwise a thief could prevent the revert by registering the old address.
 * @param key the address in its form for comparison
 */
export async function isAddressTaken(
  database: Kysely<IdentityTables>,
  key: string,
  accountId: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (
      select from identity.accounts where email_key = ${key} and id is distinct from ${accountId}::uuid
    ) or exists (
      select from identity.email_changes
      where old_email_key = ${key} and account_id is distinct from ${accountId}::uuid
        and ended_at is null and revertible_until > clock_timestamp()
    ) as taken`.execute(database)
  return rows[0]?.taken ?? true
}
