import { type Kysely, sql } from 'kysely'
import type { IdentityTables } from '../tables.ts'

/** A deletion that was confirmed. */
export interface Deletion {
  readonly state: 'scheduled' | 'erasing'
  /** From this moment, the deletion cannot be undone. */
  readonly deletesAt: Date
  /** By the clock of the database, which also decides whether an undo succeeds. */
  readonly canBeUndone: boolean
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
    .select(sql<boolean>`state = 'scheduled' and deletes_at > clock_timestamp()`.as('canBeUndone'))
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
