import type { Kysely } from 'kysely'
import type { Erasure } from '../platform/erasure.ts'
import type { MailingTables } from './tables.ts'

/** Erases the subscription of an account: its row in `profiles`, its consents, links and deliveries. */
export function mailingErasure(database: Kysely<MailingTables>): Erasure<MailingTables> {
  return {
    service: 'mailing',
    database,
    async erase(accountId) {
      // The rows of the other tables refer to the profile, and are deleted with it.
      await database.deleteFrom('profiles').where('account_id', '=', accountId).execute()
    },
  }
}
