import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Blobs } from '../platform/blobs/blobs.ts'
import type { JobQueue, Platform } from '../platform/platform.ts'
import { EntryNames } from '../platform/zip/entryNames.ts'
import { writeZip, type ZipEntry, ZipEntryError } from '../platform/zip/writeZip.ts'
import { announcementOf } from './announcements.ts'
import type { Original } from './originals.ts'
import { ProgressReporter } from './progress.ts'
import type { DownloadsTable, DownloadsTables } from './tables.ts'

export const archiveQueueName = 'downloads.archive'

const daysKept = 7
/** The quota of one customer's archives, in bytes. Without it, one customer could fill the disk. */
const maximumBytes = 50e9
const payload = z.object({ downloadId: z.uuid() })

type Started = Pick<Selectable<DownloadsTable>, 'id' | 'owner_id' | 'originals' | 'photos_count'>

/** The facts about a written archive. */
interface Written {
  readonly size: number
  readonly count: number
}

/** The folder of all archives of an account. */
export function archiveFolder(ownerId: string): string {
  return `downloads/${ownerId}`
}

/** The blob key of an archive. */
export function archiveKey(ownerId: string, id: string): string {
  return `${archiveFolder(ownerId)}/${id}.zip`
}

/** Writes archives. A job can be repeated: the result is the same. */
export function archiveQueue(platform: Platform, database: Kysely<DownloadsTables>): JobQueue<z.infer<typeof payload>> {
  return {
    name: archiveQueueName,
    payload,
    concurrency: 2,
    retries: 8,
    timeoutSeconds: 3_600,
    async run({ downloadId }, signal) {
      const download = await database
        .selectFrom('downloads')
        .select(['id', 'owner_id', 'originals', 'photos_count'])
        .where('id', '=', downloadId)
        .where('state', '=', 'started')
        .executeTakeFirst()
      if (!download) return
      const progress = new ProgressReporter(platform, database, downloadId)
      const written = await writeUsable(platform, download, progress, signal)
      // Wait, so that no progress event follows the final one.
      await progress.settled()
      await (written.count === 0 ? fail(platform, database, downloadId) : finish(platform, database, download, written))
    },
    failed: async ({ downloadId }) => fail(platform, database, downloadId),
  }
}

/** Writes the blob from all readable files. If a file turns out to be damaged, starts again without it. */
async function writeUsable(
  { blobs, log }: Platform,
  { id, owner_id: ownerId, originals }: Started,
  progress: ProgressReporter,
  signal: AbortSignal,
): Promise<Written> {
  const usable = new Set(entriesOf(blobs, originals))
  for (;;) {
    let missing = 0
    const total = [...usable].reduce((sum, { size }) => sum + size, 0)
    const zip = writeZip(usable, {
      ahead: blobs.blobsAhead,
      leftOut: () => {
        missing += 1
      },
      wrote: (bytes) => {
        signal.throwIfAborted()
        progress.report(bytes / total)
      },
    })
    try {
      const { size } = await blobs.put(archiveKey(ownerId, id), zip, {
        contentType: 'application/zip',
        isPatient: true,
      })
      return { size, count: usable.size - missing }
    } catch (error) {
      if (!(error instanceof ZipEntryError)) throw error
      log.error({ err: error, download: id }, 'the file of a photo is damaged')
      usable.delete(error.entry)
    }
  }
}

function entriesOf(blobs: Blobs, originals: readonly Original[]): ZipEntry[] {
  const names = new EntryNames()
  return originals.map(({ fileName, originalKey, size, crc32, dateTaken, dateTakenOffset, uploadEnd }) => ({
    name: names.unique(fileName),
    size,
    crc32,
    modified: dateTaken === undefined ? new Date(uploadEnd) : { local: dateTaken, offset: dateTakenOffset ?? null },
    open: async () => blobs.chunks(originalKey, { isAhead: true }),
  }))
}

/**
 * Stores the result of a run. If two runs overlap, both write the same blob. The run that finishes second stores the
 * facts about its archive, but appends no event.
 */
async function finish(
  platform: Platform,
  database: Kysely<DownloadsTables>,
  { id, owner_id: ownerId, photos_count: asked }: Started,
  { size, count }: Written,
): Promise<void> {
  const state = await database.transaction().execute(async (change) => {
    const current = await lock(change, id)
    if (current?.state !== 'started' && current?.state !== 'finished') return current?.state
    await change
      .updateTable('downloads')
      .set({
        state: 'finished',
        progress: 1,
        size,
        missing_count: asked - count,
        expires_at: current.expires_at ?? expiryTime(),
      })
      .where('id', '=', id)
      .execute()
    if (current.state === 'started') {
      await expireOldest(change, ownerId)
      await platform.events.append(change, [announcementOf('finished', ownerId, { downloadId: id })])
    }
    return 'finished'
  })
  if (state !== 'finished') await platform.blobs.delete([archiveKey(ownerId, id)])
}

/** Expires the customer's oldest archives until the other archives fit the quota. The newest archive always stays. */
async function expireOldest(change: Transaction<DownloadsTables>, ownerId: string): Promise<void> {
  await sql`
    update downloads.downloads set expires_at = now() where id in (
      select id from (
        select id, sum(size) over (order by id desc) as bytes, row_number() over (order by id desc) as place
        from downloads.downloads where owner_id = ${ownerId} and state = 'finished' and expires_at > now()
      ) as kept
      where bytes > ${maximumBytes}::double precision and place > 1
    )`.execute(change)
}

/** Marks an archive as failed, announces the failure once, and deletes the blob. */
export async function fail(platform: Platform, database: Kysely<DownloadsTables>, id: string): Promise<void> {
  const failed = await database.transaction().execute(async (change) => {
    const current = await lock(change, id)
    if (current?.state !== 'started') return current?.state === 'error' ? current : null
    await change
      .updateTable('downloads')
      .set({ state: 'error', expires_at: expiryTime() })
      .where('id', '=', id)
      .execute()
    await platform.events.append(change, [announcementOf('error', current.owner_id, { downloadId: id })])
    return current
  })
  if (failed) await platform.blobs.delete([archiveKey(failed.owner_id, id)])
}

async function lock(change: Transaction<DownloadsTables>, id: string) {
  return change
    .selectFrom('downloads')
    .select(['owner_id', 'state', 'expires_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

function expiryTime() {
  return sql<Date>`now() + make_interval(days => ${daysKept}::int)`
}
