import { type Transaction, sql } from 'kysely'
import { storeAlbumPage, readAlbumPage } from './albumPlanning.ts'
import { type Original, openLibrary } from './library.ts'
import { type PlannedChunk, placePhotos } from './chunking.ts'
import { namePhotos } from './naming.ts'
import { type BackupPayload, type Parts, backupPayload, retriesWithinPromise, queues } from './parts.ts'
import { markFailed, announce } from './states.ts'
import type { JobQueue } from '../platform/platform.ts'
import type { BackupStatus, ExportsTables } from './tables.ts'

type Change = Transaction<ExportsTables>

const photosPerPage = 500
/** How long (ms) a job plans one export before it queues itself again, so that other exports get their turn. */
const turnMilliseconds = 10_000

/** An export with an unfinished plan. */
interface Plan {
  readonly id: string
  readonly owner_id: string
  readonly status: BackupStatus
  readonly step: 'photos' | 'albums'
  readonly cursor: string | null
  /** The export contains the photos that the library had at this moment. */
  readonly moment: string
}

/**
 * Plans an export: first all photos that the library had at the time of the request, month by month, each with its
 * place in the files; then the albums. Every page is a transaction, so an interrupted plan continues after its last
 * page.
 */
export function planQueue(parts: Parts): JobQueue<BackupPayload> {
  const { platform, database } = parts
  return {
    name: queues.plan,
    payload: backupPayload,
    concurrency: 1,
    retries: retriesWithinPromise,
    timeoutSeconds: 300,
    run: async ({ backupId }, signal) => {
      const end = performance.now() + turnMilliseconds
      await recordWork(parts, backupId)
      let owner = ''
      for (;;) {
        const plan = await readPlan(parts, backupId)
        if (!plan) return
        owner = plan.owner_id
        if (plan.step === 'photos') await planPhotos(parts, plan)
        else await planAlbums(parts, plan)
        signal.throwIfAborted()
        if (performance.now() > end) break
      }
      await database
        .transaction()
        .execute((change) => platform.jobs.enqueue(change, queues.plan, { backupId }, { key: backupId, owner }))
    },
    failed: async ({ backupId }) =>
      database.transaction().execute(async (change) => markFailed(platform, change, backupId)),
  }
}

/**
 * Records that a job works on the export. The record stays even if the job fails. If no job works on an export for a
 * long time, the upkeep queues a new job for it.
 */
async function recordWork({ database }: Parts, backupId: string): Promise<void> {
  await database
    .updateTable('backups')
    .set({ updated_at: sql<Date>`now()` })
    .where('id', '=', backupId)
    .where('ends_at', 'is', null)
    .execute()
}

async function readPlan({ database }: Parts, backupId: string): Promise<Plan | undefined> {
  const { rows } = await sql<Plan>`
    select id, owner_id, status, step, cursor,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment
    from exports.backups
    where id = ${backupId} and status in ('REQUESTED', 'IN_PROGRESS') and step != 'chunks'`.execute(database)
  return rows[0]
}

/**
 * Locks the export. Returns false if another process has continued the plan: then the page that was read is obsolete.
 */
async function lockPlan(change: Change, plan: Plan): Promise<boolean> {
  const { rows } = await sql`
    select from exports.backups
    where id = ${plan.id} and status in ('REQUESTED', 'IN_PROGRESS') and step = ${plan.step}
      and cursor is not distinct from ${plan.cursor}
    for update`.execute(change)
  return rows.length > 0
}

async function planPhotos({ platform, database }: Parts, plan: Plan): Promise<void> {
  const { moment: before, cursor } = plan
  const page = await openLibrary(platform, plan.owner_id).originals({ before, cursor, limit: photosPerPage })
  await database.transaction().execute(async (change) => {
    if (!(await lockPlan(change, plan))) return
    const bytes = page.originals.reduce((sum, { size }) => sum + size, 0)
    await storePhotos(change, plan.id, page.originals, platform.config.exports.chunkBytes)
    await sql`
      update exports.backups set status = 'IN_PROGRESS', updated_at = now(), cursor = ${page.cursor},
        step = ${page.cursor === null ? 'albums' : 'photos'},
        photos_count = photos_count + ${page.originals.length}::integer, bytes = bytes + ${bytes}::bigint
      where id = ${plan.id}`.execute(change)
    if (plan.status === 'REQUESTED') await announce(platform, change, { ...plan, status: 'IN_PROGRESS', progress: 0 })
  })
}

async function storePhotos(
  change: Change,
  backupId: string,
  originals: readonly Original[],
  chunkBytes: number,
): Promise<void> {
  if (originals.length === 0) return
  const open = await readOpenChunk(change, backupId)
  const named = await namePhotos(change, backupId, originals)
  const rows = named.map(({ original, ...place }, index) => ({
    backup_id: backupId,
    number: (open?.lastPhoto ?? 0) + index + 1,
    photo_id: original.imageId,
    original_key: original.originalKey,
    size: original.size,
    crc32: original.crc32,
    taken_at: original.dateTaken ?? null,
    taken_offset: original.dateTakenOffset ?? null,
    uploaded_at: new Date(original.uploadEnd),
    path: place.path,
    folded_path: place.foldedPath,
    folded_base: place.foldedBase,
    copy: place.copy,
  }))
  await change.insertInto('backup_photos').values(rows).execute()
  for (const chunk of placePhotos(open, rows, chunkBytes)) await storeChunk(change, backupId, chunk)
}

async function readOpenChunk(change: Change, backupId: string): Promise<PlannedChunk | undefined> {
  return change
    .selectFrom('backup_chunks')
    .select([
      'number',
      'first_photo as firstPhoto',
      'last_photo as lastPhoto',
      'content_bytes as contentBytes',
      'file_bytes as fileBytes',
    ])
    .where('backup_id', '=', backupId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

async function storeChunk(change: Change, backupId: string, chunk: PlannedChunk): Promise<void> {
  const { number, firstPhoto, lastPhoto, contentBytes, fileBytes } = chunk
  const filled = { last_photo: lastPhoto, content_bytes: contentBytes, file_bytes: fileBytes }
  await change
    .insertInto('backup_chunks')
    .values({ backup_id: backupId, number, first_photo: firstPhoto, ...filled })
    .onConflict((conflict) => conflict.columns(['backup_id', 'number']).doUpdateSet(filled))
    .execute()
}

async function planAlbums({ platform, database }: Parts, plan: Plan): Promise<void> {
  const page = await readAlbumPage(openLibrary(platform, plan.owner_id), plan.cursor)
  const cursor = page?.cursor ?? null
  await database.transaction().execute(async (change) => {
    if (!(await lockPlan(change, plan))) return
    if (page) await storeAlbumPage(change, plan.id, page)
    await sql`
      update exports.backups set updated_at = now(), cursor = ${cursor},
        step = ${cursor === null ? 'chunks' : 'albums'}
      where id = ${plan.id}`.execute(change)
    if (cursor === null) await endPlan({ platform, database }, change, plan)
  })
}

/**
 * Queues the job of the first file. If there are no files, because all photos were deleted meanwhile, the export fails.
 */
async function endPlan({ platform }: Parts, change: Change, { id: backupId, owner_id: owner }: Plan): Promise<void> {
  const first = await change
    .selectFrom('backup_chunks')
    .select('number')
    .where('backup_id', '=', backupId)
    .executeTakeFirst()
  if (first) await platform.jobs.enqueue(change, queues.chunk, { backupId }, { key: backupId, owner })
  else await markFailed(platform, change, backupId)
}
