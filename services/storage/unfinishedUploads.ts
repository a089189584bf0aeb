import { type Kysely, sql } from 'kysely'
import type { StorageTables } from './tables.ts'

type Database = Kysely<StorageTables>

/**
 * A page of the uploads that have an owner and are not ingested yet, in the order of their ids. Uploads without an owner
 * are never decoded.
 * @param after the last id of the previous page; null for the first page
 */
export async function unfinishedUploads(database: Database, after: string | null, limit: number): Promise<string[]> {
  const rows = await database
    .selectFrom('uploads')
    .select('id')
    .where('state', '=', 'RECEIVING')
    .where('owner_id', 'is not', null)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the ids of these uploads that are being received, with or without an owner. */
export async function receivingUploads(database: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await database
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('state', '=', 'RECEIVING')
    .execute()
  return new Set(rows.map(({ id }) => id))
}
