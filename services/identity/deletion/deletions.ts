import type { Kysely } from 'kysely'
import type { IdentityTables } from '../tables.ts'

/** A deletion that was confirmed. */
export interface Deletion {
  readonly state: 'scheduled' | 'erasing'
  /** From then on it cannot be undone. */
  readonly deletesAt: Date
}

/** The brand and language of the site on which a customer asks for the deletion. */
export interface DeletionPlace {
  readonly brand: string
  readonly locale: string
}

/** Null if no deletion of the account was confirmed, or it was undone. */
export async function findDeletion(database: Kysely<IdentityTables>, accountId: string): Promise<Deletion | null> {
  const row = await database
    .selectFrom('deletions')
    .select(['state', 'deletes_at as deletesAt'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? null
}

/** The brand and language of the mails about a deletion. */
export async function findPlace(
  database: Kysely<IdentityTables>,
  accountId: string,
): Promise<DeletionPlace | undefined> {
  return database
    .selectFrom('deletions')
    .select(['brand', 'locale'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}
