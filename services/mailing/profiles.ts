import type { Kysely, Selectable, Transaction } from 'kysely'
import type { MailingTables, ProfilesTable } from './tables.ts'

export type Profile = Selectable<ProfilesTable>

/** @returns undefined if the account has never asked for news */
export async function readProfile(database: Kysely<MailingTables>, accountId: string): Promise<Profile | undefined> {
  return database.selectFrom('profiles').selectAll().where('account_id', '=', accountId).executeTakeFirst()
}

/** Reads a profile that no other transaction can change before this one ends. */
export async function lockProfile(change: Transaction<MailingTables>, accountId: string): Promise<Profile | undefined> {
  return change.selectFrom('profiles').selectAll().where('account_id', '=', accountId).forUpdate().executeTakeFirst()
}
