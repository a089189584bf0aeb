import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { archiveKey, archiveQueue } from '../../services/downloads/archive.ts'
import type { Original } from '../../services/downloads/originals.ts'
import { createDownload } from '../../services/downloads/store.ts'
import type { DownloadsTables } from '../../services/downloads/tables.ts'
import type { Platform } from '../../services/platform/platform.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import { z } from 'zod'
import { originalKey } from './originalKey.ts'

/**
 * Makes archives of all photos one after another, as the job does. Tells the parent process how much time the last one
 * took, and how much memory all of them.
 */

const { dataDir, accountId, photos, photoBytes, archives, restMilliseconds } = z
  .object({
    dataDir: z.string(),
    accountId: z.string(),
    photos: z.number(),
    photoBytes: z.number(),
    archives: z.number(),
    restMilliseconds: z.number(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))
const running = await openPlatform({ dataDir, databaseUrl: undefined })
const { platform } = running
await platform.migrate('downloads', new URL('../../services/downloads/migrations/', import.meta.url))
const database = platform.database<DownloadsTables>('downloads')
const files = await originals()
globalThis.gc?.()
await setTimeout(restMilliseconds)

const idle = process.memoryUsage.rss()
let peak = idle
const watching = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, 20)
let made = { seconds: 0, size: 0 }
for (let number = 0; number < archives; number += 1) made = await makeArchive()
clearInterval(watching)
await running.close()
process.send?.({ ...made, idle, peak }, () => process.exit(0))

async function makeArchive(): Promise<{ seconds: number; size: number }> {
  const downloadId = await plan(platform, files)
  const begin = performance.now()
  await archiveQueue(platform, database).run({ downloadId }, new AbortController().signal)
  const seconds = (performance.now() - begin) / 1_000
  const { size } = await database
    .selectFrom('downloads')
    .select('size')
    .where('id', '=', downloadId)
    .executeTakeFirstOrThrow()
  await platform.blobs.delete([archiveKey(accountId, downloadId)])
  return { seconds, size: size ?? 0 }
}

/**
 * Creates the archive's row directly, because the API limits the number of photos. Enqueues no job, because a worker
 * would run it.
 */
async function plan(services: Platform, files: readonly Original[]): Promise<string> {
  const withoutJobs = { ...services, jobs: { ...services.jobs, enqueue: async () => undefined } }
  const request = { ownerId: accountId, name: null, count: files.length, key: null, digest: '' }
  const created = await createDownload(database, withoutJobs, request, files)
  return created?.id ?? ''
}

/** The photos differ only in their first four bytes. */
async function originals(): Promise<Original[]> {
  const first = await platform.blobs.get(originalKey(accountId, 0))
  if (!first) throw new Error('There are no photos.')
  const content = await first.read()
  if (!content) throw new Error('The first photo is missing.')
  const bytes = Buffer.isBuffer(content) ? content : await buffer(content)
  return Array.from({ length: photos }, (_, number) => {
    bytes.writeUInt32LE(number)
    return {
      imageId: randomUUID(),
      ownerId: accountId,
      fileName: `IMG_${number % 500}.jpg`,
      originalKey: originalKey(accountId, number),
      size: photoBytes,
      crc32: crc32(bytes),
      dateTaken: '2024-05-12T10:15:30',
      uploadEnd: '2024-06-01T12:00:00Z',
    }
  })
}
