import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { deleteOldAttempts } from './offers.ts'
import type { JobQueue } from '../platform/platform.ts'
import type { VouchersTables } from './tables.ts'

const payload = z.object({})
const batchSize = 500

/** How long expired and released reservations are kept, so that customers' questions can be answered. */
const daysKept = 90

/** Runs every five minutes: expires reservations, deletes old ones, and deletes old counts of unknown codes. */
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
      await deleteOldReservations(database, signal)
      await deleteOldAttempts(database)
    },
  }
}

/** Expires the reservations that are past their end, in batches. */
export async function expireReservations(database: Kysely<VouchersTables>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Skips a reservation that another transaction is changing, for example because its order was paid.
    const { rows } = await sql`
      update vouchers.reservations set state = 'expired', changed_at = clock_timestamp() where id in (
        select id from vouchers.reservations
        where state = 'reserved' and expires_at <= now()
        order by expires_at limit ${batchSize} for update skip locked
      ) returning id`.execute(database)
    if (rows.length < batchSize) return
  }
}

/**
 * Deletes reservations that expired or were released long ago, in batches. Keeps those of an order, so that its late
 * events find their own reservation and not a newer one.
 */
export async function deleteOldReservations(database: Kysely<VouchersTables>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await sql`
      delete from vouchers.reservations where id in (
        select id from vouchers.reservations
        where state in ('expired', 'released') and order_code is null
          and changed_at <= now() - make_interval(days => ${daysKept}::int)
        order by changed_at limit ${batchSize} for update skip locked
      ) returning id`.execute(database)
    if (rows.length < batchSize) return
  }
}
