import { type QueryExecutorProvider, sql } from 'kysely'

/** How many statements wait for a lock, in this database of a PostgreSQL server. */
export async function waitingStatements(database: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(database)
  return rows.length
}
