import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { z } from 'zod'
import { deleteUnclaimedUploads } from './anonymousUploads.ts'
import { type Parts, renditionQueue, upkeepQueue } from './parts.ts'
import { decoderVersion } from './pictureProblem.ts'
import { followUpUnconfirmed } from './unconfirmed.ts'
import { deleteExpiredUploads, readUpload, unfinishedUploads } from './uploadStore.ts'
import { removeAllUploadFiles, removeUploadFile, uploadIdOf } from './uploadFiles.ts'
import type { JobQueue } from '../platform/platform.ts'
import type { Ingest } from './ingest.ts'

const payload = z.object({})

const hour = 3_600_000
const unfinishedUploadHours = 48
const endedUploadDays = 30
/** Maximum number of originals to retry per run. It is low because new uploads wait behind them. */
const triedAgainPerRun = 200

/** Deletes uploads that will never be complete, and resumes work that failed or was interrupted. */
export function createUpkeepQueue(parts: Parts, ingest: Ingest): JobQueue<z.infer<typeof payload>> {
  return {
    name: upkeepQueue,
    payload,
    concurrency: 1,
    retries: 3,
    timeoutSeconds: 1_800,
    cron: '*/15 * * * *',
    run: async (_, signal) => {
      await ingestCompleteUploads(parts, ingest, signal)
      await removeExpired(parts)
      await queueUnfinished(parts)
      await followUpUnconfirmed(parts)
    },
  }
}

/** Ingests uploads that were complete when a process died. */
export async function ingestCompleteUploads(parts: Parts, ingest: Ingest, signal: AbortSignal): Promise<void> {
  for (const upload of await unfinishedUploads(parts.database)) {
    if (signal.aborted) return
    await ingest(upload.id).catch((error: unknown) => {
      parts.platform.log.error({ uploadId: upload.id, err: error }, 'upload could not be ingested')
    })
  }
}

async function removeExpired(parts: Parts): Promise<void> {
  const now = Date.now()
  const unfinishedBefore = new Date(now - unfinishedUploadHours * hour)
  const expired = await deleteExpiredUploads(
    parts.database,
    unfinishedBefore,
    new Date(now - endedUploadDays * 24 * hour),
  )
  expired.push(...(await deleteUnclaimedUploads(parts.database)))
  for (const uploadId of expired) await removeUploadFile(parts, uploadId)
  // If a process dies between deleting the row and the files, files of ended uploads remain.
  const names = await readdir(parts.files.directory).catch(() => [])
  for (const uploadId of new Set(names.map(uploadIdOf).filter((id) => isUuid(id)))) {
    const upload = await readUpload(parts.database, uploadId)
    if (upload?.state !== 'RECEIVING') await removeAllUploadFiles(parts, uploadId)
  }
}

/** Queues originals whose job has failed, and originals that only an earlier version of the decoder has failed on. */
export async function queueUnfinished(parts: Pick<Parts, 'platform' | 'database'>): Promise<void> {
  await parts.database.transaction().execute(async (change) => {
    const unfinished = await change
      .selectFrom('originals')
      .select(['image_id', 'owner_id'])
      .where('state', '=', 'PROCESSING')
      .where('created_at', '<', sql<Date>`now() - interval '15 minutes'`)
      .execute()
    const undecoded = await change
      .selectFrom('originals')
      .select(['image_id', 'owner_id'])
      .where('picture_problem', 'is not', null)
      .where('problem_decoder', '<', decoderVersion)
      .orderBy('problem_decoder')
      .limit(triedAgainPerRun)
      .execute()
    const jobs = [...unfinished, ...undecoded].map(({ image_id: imageId, owner_id: owner }) => ({
      payload: { imageId },
      key: imageId,
      owner,
    }))
    await parts.platform.jobs.enqueueAll(change, renditionQueue, jobs)
  })
}
