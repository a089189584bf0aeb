import { type Kysely, type KyselyPlugin, type QueryExecutorProvider, sql } from 'kysely'

/** Returns the database with a counter of its statements. */
export function countStatements<Tables>(database: Kysely<Tables>): {
  readonly database: Kysely<Tables>
  readonly statements: () => number
} {
  let statements = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { database: database.withPlugin(plugin), statements: () => statements }
}

/**
 * The number of table rows and index entries that a connection has read so far. To measure some work, subtract the
 * number before it, because the database resets the number only now and then.
 * @param schema the name of the service; only its tables and indexes count
 */
export async function entriesReadSoFar(connection: QueryExecutorProvider, schema: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select sum(pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid))::bigint as count
    from pg_class where relnamespace = ${schema}::regnamespace and relkind in ('r', 'i')`.execute(connection)
  return rows[0]?.count ?? 0
}
