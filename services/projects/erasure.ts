import type { Kysely } from 'kysely'
import { deleteRowsOf, type Erasure } from '../platform/erasure.ts'
import type { ProjectsTables } from './tables.ts'

/**
 * Erases the projects of an account, including the deleted ones. The database also deletes the rows of
 * `project_photos`.
 */
export function projectsErasure(database: Kysely<ProjectsTables>): Erasure<ProjectsTables> {
  return {
    service: 'projects',
    database,
    async erase(accountId, signal) {
      await deleteRowsOf(database, { table: 'projects.projects', column: 'account_id' }, accountId, signal)
      await deleteRowsOf(database, { table: 'projects.demo_accounts', column: 'account_id' }, accountId, signal)
    },
  }
}
