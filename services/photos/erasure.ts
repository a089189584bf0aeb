import { type Kysely, type Transaction, sql } from 'kysely'
import { deleteAlbum } from './albums/albumChanges.ts'
import { deleteSharedAlbum } from './albums/sharing.ts'
import { libraryDeletion, planDeletion } from './libraryDeletion.ts'
import { emptying, planEmptying } from './trash/purge.ts'
import { continueWork, type WorkInBatches } from './workInBatches.ts'
import { deleteRowsOf, type Erasure } from '../platform/erasure.ts'
import type { Platform } from '../platform/platform.ts'
import type { PhotosTables } from './tables.ts'

/** How long (ms) one turn of a deletion takes before the signal is checked again. */
const turnMilliseconds = 5_000

/** In the order of deletion. `imports` is first, because the worker of an import stops if its row there is missing. */
const importTables = [
  'photos.imports',
  'photos.import_albums',
  'photos.import_files',
  'photos.import_album_files',
  'photos.import_arrivals',
]

/**
 * Erases the library of an account. Its own albums, including shared albums, are deleted for everyone. Its photos are
 * removed from the albums of others, as when a customer leaves an album.
 */
export function photosErasure(platform: Platform, database: Kysely<PhotosTables>): Erasure<PhotosTables> {
  const runToEnd = async (
    work: WorkInBatches,
    accountId: string,
    plan: (change: Transaction<PhotosTables>) => Promise<void>,
    signal: AbortSignal,
  ) => {
    await database.transaction().execute(plan)
    const until = { milliseconds: turnMilliseconds, signal }
    while (!(await continueWork(platform, database, work, accountId, until))) signal.throwIfAborted()
  }
  return {
    service: 'photos',
    database,
    async erase(accountId, signal) {
      const deleteRows = async (table: string) =>
        deleteRowsOf(database, { table, column: 'owner_id' }, accountId, signal)
      for (const table of importTables) await deleteRows(table)
      await leaveAlbums(platform, database, accountId, signal)
      const before = await readNow(database)
      await runToEnd(
        libraryDeletion,
        accountId,
        async (change) => planDeletion(platform, change, accountId, { reason: 'retention', before }),
        signal,
      )
      await runToEnd(emptying, accountId, async (change) => planEmptying(platform, change, accountId, before), signal)
      await deleteAlbums(platform, database, accountId, signal)
      await deleteRows('photos.temp_selections')
      await deleteRows('photos.month_counts')
    },
  }
}

/** Reads the clock of the database, because the times of the photos come from that clock. */
async function readNow(database: Kysely<PhotosTables>): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(database)
  if (!rows[0]) throw new Error('The database returned no time.')
  return rows[0].now
}

/** Ends the shared albums of an account, and its participation in the albums of others. */
async function leaveAlbums(
  platform: Platform,
  database: Kysely<PhotosTables>,
  accountId: string,
  signal: AbortSignal,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from photos.albums
    where owner_id = ${accountId} and exists (select from photos.album_participants where album_id = albums.id)
    union select album_id from photos.album_participants where account_id = ${accountId}`.execute(database)
  for (const { id } of rows) {
    signal.throwIfAborted()
    await deleteSharedAlbum(platform, database, id, accountId)
  }
}

/** Deletes the remaining albums of the account. They are empty, because all photos of the account were deleted. */
async function deleteAlbums(
  platform: Platform,
  database: Kysely<PhotosTables>,
  accountId: string,
  signal: AbortSignal,
): Promise<void> {
  const albums = await database.selectFrom('albums').select('id').where('owner_id', '=', accountId).execute()
  for (const { id: albumId } of albums) {
    signal.throwIfAborted()
    await deleteAlbum(platform, database, { albumId, ownerId: accountId })
  }
}
