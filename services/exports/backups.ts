import { type Kysely, type Selectable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { Problem } from '../platform/problems.ts'
import { openLibrary } from './library.ts'
import { type Parts, queues } from './parts.ts'
import { announce } from './states.ts'
import type { BackupsTable, ExportsTables } from './tables.ts'

export type BackupRow = Selectable<BackupsTable>

/** Events after which an existing export is outdated. */
const libraryChanges = [
  'photo.added',
  'photo.removed',
  'photos.removed',
  'photos.trashed',
  'album.changed',
  'album.removed',
] as const

/** Who requests an export. */
export interface BackupRequest {
  readonly ownerId: string
  readonly email: string
  readonly channelId: string
}

/**
 * Returns the export for a request: the unfinished export, the last export if the library has not changed since, or a
 * new export.
 * @throws Problem 409 if the library is empty, 503 if it cannot be read
 */
export async function requestBackup(
  parts: Parts,
  request: BackupRequest,
): Promise<{ readonly backup: BackupRow; readonly isNew: boolean }> {
  const usable = await findUsable(parts, request.ownerId)
  if (usable) return { backup: usable, isNew: false }
  if (await openLibrary(parts.platform, request.ownerId).isEmpty()) {
    throw new Problem(409, 'LIBRARY_EMPTY', 'There are no photos to export.')
  }
  const created = await createBackup(parts, request)
  if (created) return { backup: created, isNew: true }
  // A concurrent request has created an export. Use it, unless it has just failed.
  const other = await findUsable(parts, request.ownerId)
  if (!other) throw new Problem(503, 'TRY_AGAIN', 'Another export has just ended. Try again.')
  return { backup: other, isNew: false }
}

/** The export with this id, if it is the account's and has not expired. */
export async function findBackup(
  database: Kysely<ExportsTables>,
  ownerId: string,
  id: string,
): Promise<BackupRow | undefined> {
  return selectUnexpired(database, ownerId).where('id', '=', id).executeTakeFirst()
}

/** The account's unexpired exports, newest first. */
export async function listBackups(
  database: Kysely<ExportsTables>,
  ownerId: string,
  limit: number,
): Promise<BackupRow[]> {
  return selectUnexpired(database, ownerId).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** A file of a finished export. */
export interface ReadyChunk {
  /** Counts from 1, without gaps. */
  readonly iteration: number
  readonly number: number
  readonly attempt: number
  readonly size: number
  readonly checksum: string
}

/** The files of finished exports, in order. A file is left out if all of its photos were deleted before it was made. */
export async function readChunks(
  database: Kysely<ExportsTables>,
  backupIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ReadyChunk[]>> {
  const { rows } = await sql<ReadyChunk & { backup_id: string }>`
    select backup_id, number, attempt, size, checksum,
      row_number() over (partition by backup_id order by number) as iteration
    from exports.backup_chunks
    where backup_id = any(${[...backupIds]}::uuid[]) and photos_count > 0
    order by backup_id, number`.execute(database)
  return Map.groupBy(rows, (row) => row.backup_id)
}

function selectUnexpired(database: Kysely<ExportsTables>, ownerId: string) {
  return database
    .selectFrom('backups')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', sql<Date>`now()`)]))
}

async function findUsable({ platform, database }: Parts, ownerId: string): Promise<BackupRow | undefined> {
  const last = await selectUnexpired(database, ownerId)
    .where('status', '!=', 'FAILED')
    // An export that expires within a day is not reused, because the customer needs time to download it.
    .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', sql<Date>`now() + interval '1 day'`)]))
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (last?.status !== 'READY') return last
  const changed = { owner: ownerId, types: libraryChanges, after: last.library_position }
  return (await platform.events.existsAfter(changed)) ? undefined : last
}

/** Creates an export; returns undefined if the account already has an unfinished one. */
async function createBackup(
  { platform, database }: Parts,
  { ownerId, email, channelId }: BackupRequest,
): Promise<BackupRow | undefined> {
  // The position is read before `created_at` is set. Events between these two moments count as later changes, so no
  // change is missed.
  const position = await platform.events.lastPosition(ownerId)
  return database.transaction().execute(async (change) => {
    const backup = await change
      .insertInto('backups')
      .values({ id: uuidv7(), owner_id: ownerId, email, channel_id: channelId, library_position: position })
      .onConflict((conflict) =>
        conflict
          .column('owner_id')
          .where(sql<boolean>`status in ('REQUESTED', 'IN_PROGRESS')`)
          .doNothing(),
      )
      .returningAll()
      .executeTakeFirst()
    if (!backup) return undefined
    await platform.jobs.enqueue(change, queues.plan, { backupId: backup.id }, { key: backup.id, owner: ownerId })
    await announce(platform, change, backup)
    return backup
  })
}
