import { sql } from 'kysely'
import { z } from 'zod'
import { deleteInPages } from '../platform/deleteInPages.ts'
import { deleteFormerCounts, deleteUnclaimedUploads } from './anonymousUploads.ts'
import { type Parts, renditionQueue, upkeepQueue } from './parts.ts'
import { decoderVersion } from './pictureProblem.ts'
import { followUpUnconfirmed } from './unconfirmed.ts'
import { receivingUploads, unfinishedUploads } from './unfinishedUploads.ts'
import { deleteUnfinishedUploads, endedBefore } from './uploadStore.ts'
import type { JobQueue } from '../platform/platform.ts'
import type { Ingest } from './ingest.ts'
import type { OriginalRow } from './originalStore.ts'

const payload = z.object({})

const hour = 3_600_000
const unfinishedUploadHours = 48
const endedUploadDays = 30
/** How many rows one statement handles. */
const pageSize = 500
/** Maximum number of originals to retry per run. It is low because new uploads wait until these originals are done. */
const triedAgainPerRun = 200

type UpkeepParts = Pick<Parts, 'platform' | 'database' | 'uploads'>

/** Deletes uploads that will never be complete, and resumes work that failed or was interrupted. */
export function createUpkeepQueue(parts: UpkeepParts, ingest: Ingest): JobQueue<z.infer<typeof payload>> {
  return {
    name: upkeepQueue,
    payload,
    concurrency: 1,
    retries: 3,
    timeoutSeconds: 1_800,
    cron: '*/15 * * * *',
    run: async (_, signal) => {
      await ingestCompleteUploads(parts, ingest, signal)
      await removeExpired(parts, signal)
      await queueUnfinished(parts)
      await followUpUnconfirmed(parts)
    },
  }
}

/** Ingests uploads that were complete when a process died. */
export async function ingestCompleteUploads(parts: UpkeepParts, ingest: Ingest, signal: AbortSignal): Promise<void> {
  let last: string | null = null
  do {
    const ids: string[] = await unfinishedUploads(parts.database, last, pageSize)
    for (const uploadId of ids) {
      if (signal.aborted) return
      await ingest(uploadId).catch((error: unknown) => {
        parts.platform.log.error({ uploadId, err: error }, 'upload could not be ingested')
      })
    }
    last = ids.at(-1) ?? null
  } while (last !== null)
}

async function removeExpired({ database, uploads }: UpkeepParts, signal: AbortSignal): Promise<void> {
  const now = Date.now()
  const ended = endedBefore(new Date(now - endedUploadDays * 24 * hour))
  await deleteInPages(database, { table: 'storage.uploads', where: ended }, signal)
  await deleteFormerCounts(database)
  const before = new Date(now - unfinishedUploadHours * hour)
  for (const deletePage of [
    async () => deleteUnfinishedUploads(database, before, pageSize),
    async () => deleteUnclaimedUploads(database, pageSize),
  ]) {
    let ids: string[]
    do {
      ids = await deletePage()
      await uploads.removeAll(ids)
    } while (ids.length === pageSize && !signal.aborted)
  }
  await uploads.removeLeftovers(async (ids) => receivingUploads(database, ids))
}

/** Queues originals whose job has failed, and originals that only an earlier version of the decoder has failed on. */
export async function queueUnfinished(parts: Pick<Parts, 'platform' | 'database'>): Promise<void> {
  let last: string | null = null
  do {
    const originals: Found[] = await unfinishedOriginals(parts, last)
    await queue(parts, originals)
    last = originals.at(-1)?.image_id ?? null
  } while (last !== null)
  const undecoded = await parts.database
    .selectFrom('originals')
    .select(['image_id', 'owner_id'])
    .where('picture_problem', 'is not', null)
    .where('problem_decoder', '<', decoderVersion)
    .orderBy('problem_decoder')
    .limit(triedAgainPerRun)
    .execute()
  await queue(parts, undecoded)
}

type Found = Pick<OriginalRow, 'image_id' | 'owner_id'>

/** A page of the originals that have waited for their renditions for some time, in the order of their ids. */
async function unfinishedOriginals({ database }: Pick<Parts, 'database'>, after: string | null): Promise<Found[]> {
  return database
    .selectFrom('originals')
    .select(['image_id', 'owner_id'])
    .where('state', '=', 'PROCESSING')
    .where('created_at', '<', sql<Date>`now() - interval '15 minutes'`)
    .$if(after !== null, (query) => query.where('image_id', '>', after))
    .orderBy('image_id')
    .limit(pageSize)
    .execute()
}

async function queue(
  { platform, database }: Pick<Parts, 'platform' | 'database'>,
  originals: readonly Found[],
): Promise<void> {
  const jobs = originals.map(({ image_id: imageId, owner_id: owner }) => ({
    payload: { imageId },
    key: imageId,
    owner,
  }))
  await database.transaction().execute(async (change) => platform.jobs.enqueueAll(change, renditionQueue, jobs))
}
