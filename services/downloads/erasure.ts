import type { Kysely } from 'kysely'
import { deleteRowsOf, type Erasure } from '../platform/erasure.ts'
import type { Platform } from '../platform/platform.ts'
import { archiveFolder } from './archive.ts'
import type { DownloadsTables } from './tables.ts'

/**
 * Erases the archives of an account. A job that is writing an archive meanwhile finds no row at its end, and deletes
 * the file.
 */
export function downloadsErasure({ blobs }: Platform, database: Kysely<DownloadsTables>): Erasure<DownloadsTables> {
  return {
    service: 'downloads',
    database,
    async erase(accountId, signal) {
      await deleteRowsOf(database, { table: 'downloads.downloads', column: 'owner_id' }, accountId, signal)
      await blobs.deleteFolder(archiveFolder(accountId))
    },
  }
}
