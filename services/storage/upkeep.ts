import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { z } from 'zod'
import { type Parts, renditionQueue, upkeepQueue } from './parts.ts'
import { forgetUploads, readUpload, unfinishedUploads } from './store.ts'
import { clearAwayUploadFiles, removeUploadFiles, uploadIdOf } from './uploadFiles.ts'
import type { JobQueue } from '../platform/platform.ts'
import type { Ingest } from './ingest.ts'

const payload = z.object({})

const hour = 3_600_000
const unfinishedUploadHours = 48
const endedUploadDays = 30

/** Forgets uploads that will never be complete, and takes up again what failed or was cut short. */
export function createUpkeepQueue(parts: Parts, ingest: Ingest): JobQueue<z.infer<typeof payload>> {
  return {
    name: upkeepQueue,
    payload,
    concurrency: 1,
    retries: 3,
    timeoutSeconds: 1_800,
    cron: '*/15 * * * *',
    run: async (_, signal) => {
      await takeInComplete(parts, ingest, signal)
      await forget(parts)
      await queueUncut(parts)
    },
  }
}

/** Takes in the uploads that were complete when a process died before it could. */
export async function takeInComplete(parts: Parts, ingest: Ingest, signal: AbortSignal): Promise<void> {
  for (const upload of await unfinishedUploads(parts.database)) {
    if (signal.aborted) return
    await ingest(upload.id).catch((error: unknown) => {
      parts.platform.log.error({ uploadId: upload.id, err: error }, 'upload could not be taken in')
    })
  }
}

async function forget(parts: Parts): Promise<void> {
  const now = Date.now()
  const unfinishedBefore = new Date(now - unfinishedUploadHours * hour)
  const forgotten = await forgetUploads(parts.database, unfinishedBefore, new Date(now - endedUploadDays * 24 * hour))
  for (const uploadId of forgotten) await removeUploadFiles(parts, uploadId)
  // A kill between the row and the files leaves files of uploads that have ended.
  const names = await readdir(parts.files.directory).catch(() => [])
  for (const uploadId of new Set(names.map(uploadIdOf).filter((id) => isUuid(id)))) {
    const upload = await readUpload(parts.database, uploadId)
    if (upload?.state !== 'RECEIVING') await clearAwayUploadFiles(parts, uploadId)
  }
}

async function queueUncut(parts: Parts): Promise<void> {
  await parts.database.transaction().execute(async (change) => {
    const uncut = await change
      .selectFrom('originals')
      .select('image_id')
      .where('state', '=', 'PROCESSING')
      .where('created_at', '<', sql<Date>`now() - interval '15 minutes'`)
      .execute()
    for (const { image_id: imageId } of uncut) {
      await parts.platform.jobs.enqueue(change, renditionQueue, { imageId }, { key: imageId })
    }
  })
}
