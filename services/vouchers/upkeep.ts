import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { deleteOldAttempts } from './offers.ts'
import type { JobQueue } from '../platform/platform.ts'
import type { VouchersTables } from './tables.ts'

const payload = z.object({})
const batchSize = 500

/** Runs every five minutes: expires reservations, and deletes old counts of unknown codes. */
export function upkeepQueue(database: Kysely<VouchersTables>): JobQueue<z.infer<typeof payload>> {
  return {
    name: 'vouchers.expire',
    payload,
    concurrency: 1,
    retries: 2,
    timeoutSeconds: 300,
    cron: '4/5 * * * *',
    async run(_payload, signal) {
      await expireReservations(database, signal)
      await deleteOldAttempts(database)
    },
  }
}

/** Expires the reservations whose time is over, in batches. */
export async function expireReservations(database: Kysely<VouchersTables>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // A reservation that another transaction is about to confirm is skipped.
    const { rows } = await sql`
      update vouchers.reservations set state = 'expired', changed_at = clock_timestamp() where id in (
        select id from vouchers.reservations
        where state = 'reserved' and expires_at <= now()
        order by expires_at limit ${batchSize} for update skip locked
      ) returning id`.execute(database)
    if (rows.length < batchSize) return
  }
}
