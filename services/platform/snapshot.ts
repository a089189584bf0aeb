import type { Kysely, Transaction } from 'kysely'

/** Runs several statements that read the same state of the database, so that their results are consistent. */
export async function inSnapshot<Tables, Result>(
  database: Kysely<Tables>,
  read: (snapshot: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
