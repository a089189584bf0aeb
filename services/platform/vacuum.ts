import type { Logger } from 'pino'

const intervalMilliseconds = 60_000

/**
 * Selects the tables to vacuum, by the rule of PostgreSQL's autovacuum: a fifth of the rows are dead, or a tenth has
 * changed since the last analysis.
 */
const candidates = `
  select format('%I.%I', schemaname, pg_stat_user_tables.relname) as name
  from pg_stat_user_tables join pg_class on pg_class.oid = relid
  where n_dead_tup > 50 + 0.2 * greatest(reltuples, 0)
     or n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0)
  order by n_mod_since_analyze desc
  limit 5`

/**
 * Replaces autovacuum, which never runs in the embedded database: once a minute, runs `VACUUM ANALYZE` on tables that
 * have changed a lot.
 * @param run runs one statement outside any transaction
 */
export function startVacuum(
  run: (statement: string) => Promise<{ rows: unknown[] }>,
  log: Logger,
): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = vacuumChanged(run).catch((error: unknown) => log.warn({ err: error }, 'vacuum failed'))
  }, intervalMilliseconds)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/** Vacuums and analyses the tables that have changed a lot since the last time. */
export async function vacuumChanged(run: (statement: string) => Promise<{ rows: unknown[] }>): Promise<void> {
  // PostgreSQL reports a session's statistics up to a second late unless forced.
  await run('select pg_stat_force_next_flush()')
  const { rows } = await run(candidates)
  for (const row of rows) {
    if (typeof row === 'object' && row !== null && 'name' in row) await run(`vacuum (analyze) ${String(row.name)}`)
  }
}
