import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

const rowsPerStatement = 1_000

/**
 * Deletes the rows of a table that fulfil a condition, in short statements. An index must serve the condition,
 * otherwise each statement reads the whole table. If the signal is aborted, the next call continues.
 * @param table the table with its schema, such as `widgets.views`
 */
export async function deleteInPages(
  database: QueryExecutorProvider,
  { table, where }: { readonly table: string; readonly where: RawBuilder<unknown> },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${where} limit ${rowsPerStatement}
      )) returning 1`.execute(database)
    if (rows.length < rowsPerStatement) return
  }
}
