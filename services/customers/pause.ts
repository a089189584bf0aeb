import { type Kysely, sql } from 'kysely'
import type { CustomersTables } from './tables.ts'

/** Until when nothing is deleted and nobody is reminded; undefined when nothing is in the way. */
export async function readPause(database: Kysely<CustomersTables>): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date }>`
    select until from customers.retention_pauses where until > now()`.execute(database)
  return rows[0]?.until
}

/** @param until null: retention goes on */
export async function setPause(database: Kysely<CustomersTables>, until: Date | null): Promise<void> {
  await sql`
    insert into customers.retention_pauses (until) values (coalesce(${until}::timestamptz, '-infinity'))
    on conflict (is_only) do update set until = excluded.until`.execute(database)
}
