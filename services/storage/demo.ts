import { writeFile } from 'node:fs/promises'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { demoAccounts } from '../platform/demo.ts'
import { encodeHeic } from './demo/heifEncoder.ts'
import { type PicturePlan, planPicture } from './demo/plan.ts'
import { type Parts, demoQueue } from './parts.ts'
import { insertUpload } from './uploadStore.ts'
import { type WorkerPool, createWorkerPool } from '../platform/workerPool.ts'
import type { Kysely } from 'kysely'
import type { JobQueue, Platform } from '../platform/platform.ts'
import type { Ingest } from './ingest.ts'
import type { StorageTables } from './tables.ts'

const payload = z.object({
  owner: z.uuid(),
  number: z.number().int(),
  /** The date on which the libraries were planned. No picture is newer. */
  until: z.iso.date(),
})

type DemoPicture = z.infer<typeof payload>

const libraries: ReadonlyMap<string, { seed: number; count: number; months: number }> = new Map([
  [demoAccounts[0].id, { seed: 1, count: 132, months: 30 }],
  [demoAccounts[1].id, { seed: 2, count: 12, months: 9 }],
])

const drawMilliseconds = 120_000

/** Draws pictures in a worker thread, one at a time, so that the product stays responsive. */
export function createPainter(): WorkerPool {
  return createWorkerPool({
    script: new URL('demo/worker.ts', import.meta.url),
    workers: 1,
    data: null,
    milliseconds: drawMilliseconds,
    tasksPerWorker: 1_000,
  })
}

/** Plans the demo libraries once per installation, newest pictures first. */
export async function planDemo(platform: Platform, database: Kysely<StorageTables>): Promise<void> {
  const until = new Date().toISOString().slice(0, 10)
  await database.transaction().execute(async (change) => {
    for (const [owner, { count }] of libraries) {
      const length = Math.min(count, platform.config.storage.demoPictures ?? count)
      const numbers = Array.from({ length }, (_, number) => number)
      const planned = await change
        .insertInto('demo_pictures')
        .values(numbers.map((number) => ({ owner_id: owner, number })))
        .onConflict((conflict) => conflict.doNothing())
        .returning('number')
        .execute()
      for (const { number } of planned) {
        await platform.jobs.enqueue(change, demoQueue, { owner, number, until }, { key: `${owner}.${number}` })
      }
    }
  })
}

/** Draws one picture and ingests it like an upload. A repeated job does nothing if the picture is already done. */
export function createDemoQueue(parts: Parts, painter: WorkerPool, ingest: Ingest): JobQueue<DemoPicture> {
  return {
    name: demoQueue,
    payload,
    concurrency: 1,
    retries: 3,
    timeoutSeconds: 300,
    run: async (picture, signal) => {
      const library = libraries.get(picture.owner)
      if (!library || (await isDone(parts, picture))) return
      const plan = planPicture({ ...library, until: picture.until }, picture.number)
      const { bytes, fileName } = await draw(painter, plan, signal)
      await upload(parts, ingest, { owner: picture.owner, fileName, bytes })
      await parts.database
        .updateTable('demo_pictures')
        .set({ done: true })
        .where('owner_id', '=', picture.owner)
        .where('number', '=', picture.number)
        .execute()
    },
  }
}

async function isDone(parts: Parts, picture: DemoPicture): Promise<boolean> {
  const row = await parts.database
    .selectFrom('demo_pictures')
    .select('done')
    .where('owner_id', '=', picture.owner)
    .where('number', '=', picture.number)
    .executeTakeFirst()
  return row?.done ?? true
}

async function draw(
  painter: WorkerPool,
  plan: PicturePlan,
  signal: AbortSignal,
): Promise<{ bytes: Buffer; fileName: string }> {
  const drawn = z.instanceof(Uint8Array).parse(await painter.ask(plan, signal))
  const bytes = Buffer.from(drawn.buffer, drawn.byteOffset, drawn.byteLength)
  if (plan.format !== 'heic') return { bytes, fileName: plan.fileName }
  const heic = await encodeHeic(bytes, signal)
  return heic ? { bytes: heic, fileName: plan.fileName } : { bytes, fileName: plan.fileName.replace(/HEIC$/, 'JPG') }
}

/** Stores the bytes of a new upload, and ingests the upload like a customer's. */
async function upload(
  parts: Parts,
  ingest: Ingest,
  file: { owner: string; fileName: string; bytes: Buffer },
): Promise<void> {
  const id = uuidv7()
  await insertUpload(parts.database, {
    id,
    ownerId: file.owner,
    fileName: file.fileName,
    size: file.bytes.length,
    imageId: uuidv7(),
  })
  await parts.uploads.replace(id, async (name) => writeFile(name, file.bytes))
  const outcome = await ingest(id)
  if (!outcome?.accepted) throw new Error(`The demo picture ${file.fileName} was not accepted.`)
}
