import { type Kysely, sql } from 'kysely'
import { deleteRowsOf, type Erasure } from '../platform/erasure.ts'
import type { VouchersTables } from './tables.ts'

/**
 * Erases the personal vouchers, reservations and attempts of an account. If the account has used a code that can be
 * used once, by anybody, this use stays stored, without the account and the order. Otherwise, the code could be used
 * again.
 */
export function vouchersErasure(database: Kysely<VouchersTables>): Erasure<VouchersTables> {
  return {
    service: 'vouchers',
    database,
    async erase(accountId, signal) {
      await makeUsesAnonymous(database, accountId)
      await deleteRowsOf(database, { table: 'vouchers.reservations', column: 'account_id' }, accountId, signal)
      await deleteRowsOf(database, { table: 'vouchers.vouchers', column: 'account_id' }, accountId, signal)
      await deleteRowsOf(database, { table: 'vouchers.unknown_codes', column: 'account_id' }, accountId, signal)
    },
  }
}

async function makeUsesAnonymous(database: Kysely<VouchersTables>, accountId: string): Promise<void> {
  await sql`
    update vouchers.reservations set account_id = gen_random_uuid(), request_key = gen_random_uuid()::text,
      order_code = null, digest = '', discounts = jsonb_set(discounts, '{lines}', '[]')
    where account_id = ${accountId} and state = 'used' and is_single_use
      and code in (select code from vouchers.vouchers where account_id is null)`.execute(database)
}
