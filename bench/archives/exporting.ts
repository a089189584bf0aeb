import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import { z } from 'zod'
import { chunkKey } from '../../services/exports/parts.ts'
import type { ExportsTables } from '../../services/exports/tables.ts'
import { Exporter } from '../../tests/services/exports/exporter.ts'
import { startPhotoServices } from '../../tests/services/storage/customer.ts'

/** Exports a library with the real services. Tells the parent process the seconds and the memory that this took. */

const { dataDir, bytes, photoBytes, blobs, chunkBytes, restMilliseconds } = z
  .object({
    dataDir: z.string(),
    bytes: z.number(),
    photoBytes: z.number(),
    blobs: z.number(),
    chunkBytes: z.number(),
    restMilliseconds: z.number(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))
const running = await startPhotoServices(
  { dataDir, databaseUrl: undefined },
  { EXPORT_CHUNK_BYTES: String(chunkBytes) },
  ['site', 'storage', 'photos', 'exports'],
)
const { platform } = running.services
const database = platform.database<ExportsTables>('exports')
const exporter = newExporter()
await fill(exporter, Math.ceil(bytes / photoBytes))
// A first export warms up: compiling takes more memory than exporting.
const earlier = newExporter()
await fill(earlier, blobs)
await earlier.untilEnded((await earlier.requestExport()).body.backupId)
globalThis.gc?.()
await setTimeout(restMilliseconds)

const idle = process.memoryUsage.rss()
let peak = idle
const watching = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, 20)
const begin = performance.now()
const usedBefore = process.cpuUsage()
const { backupId } = (await exporter.requestExport()).body
let planSeconds = 0
for (;;) {
  await setTimeout(250)
  const backup = await database.selectFrom('backups').selectAll().where('id', '=', backupId).executeTakeFirstOrThrow()
  if (planSeconds === 0 && backup.step === 'chunks') planSeconds = (performance.now() - begin) / 1_000
  if (backup.status === 'READY') break
  if (backup.status === 'FAILED') throw new Error('The export failed.')
  await makeRoom(backup)
}
const seconds = (performance.now() - begin) / 1_000
const used = process.cpuUsage(usedBefore)
const processorSeconds = (used.user + used.system) / 1e6
clearInterval(watching)
const { body } = await exporter.readExport(backupId)
const exported = body.chunks.reduce((sum: number, { size }: { size: number }) => sum + size, 0)
await running.close()
process.send?.(
  { seconds, processorSeconds, bytes: exported, chunks: body.chunks.length, planSeconds, idle, peak },
  () => process.exit(0),
)

function newExporter(): Exporter {
  return new Exporter(running.services.url, running.issuer)
}

/** Adds about `count` photos to a library. All of them share `blobs` files. */
async function fill({ id: owner }: Exporter, count: number): Promise<void> {
  for (let number = 0; number < blobs; number += 1) {
    const content = randomBytes(photoBytes)
    const key = `photos/${owner}/${number}/original`
    await platform.blobs.put(key, content, { contentType: 'image/jpeg' })
    await sql`
      insert into photos.photos (
        id, owner_id, upload_id, generation, file_name, content_type, size, crc32, original_key, thumbnails, width, height,
        taken_at, details, uploaded_at
      )
      select gen_random_uuid(), ${owner}, gen_random_uuid(), 1, 'IMG_' || number % 1000 || '.JPG', 'image/jpeg',
        ${photoBytes}::bigint, ${crc32(content)}::bigint, ${key}, '[]', 4, 3,
        timestamp '2010-01-05' + make_interval(months => number % 150), '{}', now()
      from generate_series(1, ${Math.ceil(count / blobs)}::integer) as number`.execute(database)
  }
  await sql`analyze photos.photos`.execute(database)
}

/** Deletes finished files of the export, so that the measurement needs little disk space. */
async function makeRoom(backup: { id: string; owner_id: string }): Promise<void> {
  const made = await database
    .selectFrom('backup_chunks')
    .select(['number', 'attempt'])
    .where('backup_id', '=', backup.id)
    .where('size', 'is not', null)
    .execute()
  await platform.blobs.delete(made.map((chunk) => chunkKey(backup, chunk)))
}
