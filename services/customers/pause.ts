import { type Kysely, sql } from 'kysely'
import type { CustomersTables } from './tables.ts'

/** Reads until when retention is paused (no deletions, no reminders). Undefined if it is not paused. */
export async function readPause(database: Kysely<CustomersTables>): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date }>`
    select until from customers.retention_pauses where until > now()`.execute(database)
  return rows[0]?.until
}

/**
 * @param until null ends the pause
 */
export async function setPause(database: Kysely<CustomersTables>, until: Date | null): Promise<void> {
  await sql`
    insert into customers.retention_pauses (until) values (coalesce(${until}::timestamptz, '-infinity'))
    on conflict (is_only) do update set until = excluded.until`.execute(database)
}
