import { sql } from 'kysely'
import { deleteRowsOf, type Erasure } from '../platform/erasure.ts'
import { blobFolder } from './keys.ts'
import type { Parts } from './parts.ts'
import type { StorageTables } from './tables.ts'

const uploadsPerBatch = 500

/**
 * Erases the uploads, originals and renditions of an account. An upload that is being received or ingested meanwhile
 * finds no row when it ends, and is dropped.
 */
export function storageErasure(parts: Pick<Parts, 'platform' | 'database' | 'uploads'>): Erasure<StorageTables> {
  const { platform, database } = parts
  return {
    service: 'storage',
    database,
    async erase(accountId, signal) {
      await eraseUploads(parts, accountId, signal)
      const tables = ['storage.originals', 'storage.demo_pictures', 'storage.account_bytes']
      for (const table of tables) await deleteRowsOf(database, { table, column: 'owner_id' }, accountId, signal)
      await platform.blobs.deleteFolder(blobFolder(accountId))
    },
  }
}

/** Deletes the files before the rows, because only the rows say which account a file belongs to. */
async function eraseUploads(
  parts: Pick<Parts, 'database' | 'uploads'>,
  accountId: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const { rows } = await sql<{ id: string; state: string }>`
      select id, state from storage.uploads where owner_id = ${accountId} limit ${uploadsPerBatch}`.execute(
      parts.database,
    )
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await parts.uploads.removeAll(rows.filter(({ state }) => state === 'RECEIVING').map(({ id }) => id))
    await sql`delete from storage.uploads where id = any(${ids}::uuid[])`.execute(parts.database)
  }
}
