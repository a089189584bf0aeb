import type { Kysely } from 'kysely'
import { deleteRowsOf, type Erasure } from '../platform/erasure.ts'
import type { Platform } from '../platform/platform.ts'
import { dataFolder } from './personal-data/dataFiles.ts'
import type { CustomersTables } from './tables.ts'

const tables = [
  'customers.data_files',
  'customers.reminders',
  'customers.orders',
  'customers.project_counts',
  'customers.addresses',
  'customers.profiles',
  'customers.closings',
] as const

/**
 * Erases what the service knows of an account: the account itself, its mark for deletion, its reminders, orders and
 * number of projects, its profile, its address book and the files with its data.
 */
export function customersErasure(
  { blobs }: Pick<Platform, 'blobs'>,
  database: Kysely<CustomersTables>,
): Erasure<CustomersTables> {
  return {
    service: 'customers',
    database,
    async erase(accountId, signal) {
      for (const table of tables) await deleteRowsOf(database, { table, column: 'account_id' }, accountId, signal)
      // The blobs are deleted after the rows. A job that is still making a file stops, because its row no longer
      // exists. While such a job runs, the erasure counts as failed and is repeated (`platform/erasure.ts`).
      await blobs.deleteFolder(dataFolder(accountId))
      await database.deleteFrom('accounts').where('id', '=', accountId).execute()
    },
  }
}
