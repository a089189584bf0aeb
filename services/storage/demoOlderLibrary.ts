import { copyFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { demoAccounts } from '../platform/demo.ts'
import { type OlderFile, planOlderLibrary } from './demo/olderLibrary.ts'
import type { JobQueue, Platform } from '../platform/platform.ts'
import type { WorkerPool } from '../platform/workerPool.ts'

const queueName = 'storage.demo-older-library'
const payload = z.object({ today: z.iso.date() })
/** How many bytes of a truncated file are kept: too few for a complete header, so that the file is refused. */
const keptBytes = 100

/** The folder of the demo's older library; null if a retailer's own older libraries are configured. */
function demoFolder({ config }: Platform): string | null {
  const { dataDir, legacy } = config
  const root = join(dataDir, 'legacy')
  return legacy.kind === 'folder' && legacy.path === root ? join(root, demoAccounts[3].id) : null
}

/** Queues the job that draws the older library of the fourth demo account, unless the library exists. */
export async function planDemoOlderLibrary(platform: Platform): Promise<void> {
  const folder = demoFolder(platform)
  if (folder === null || (await isThere(folder))) return
  const today = new Date().toISOString().slice(0, 10)
  await platform
    .database('storage')
    .transaction()
    .execute((change) => platform.jobs.enqueue(change, queueName, { today }, { key: 'library' }))
}

/** Draws the library into a temporary folder and renames it when it is complete. */
export function demoOlderLibraryQueue(platform: Platform, painter: WorkerPool): JobQueue<z.infer<typeof payload>> {
  return {
    name: queueName,
    payload,
    concurrency: 1,
    retries: 3,
    timeoutSeconds: 600,
    run: async ({ today }, signal) => {
      const folder = demoFolder(platform)
      if (folder === null || (await isThere(folder))) return
      // The name of the temporary folder: no account's older library can have it.
      const unfinished = join(dirname(folder), '.making')
      const { files, albums } = planOlderLibrary(today, platform.config.storage.demoPictures)
      for (const file of files) await make(unfinished, file, painter, signal)
      const index = { albums, files: files.map(({ path, name }) => ({ path, name })) }
      await writeFile(join(unfinished, 'library.json'), JSON.stringify(index, null, 2))
      await rename(unfinished, folder)
    },
  }
}

async function make(
  root: string,
  { path, content }: OlderFile,
  painter: WorkerPool,
  signal: AbortSignal,
): Promise<void> {
  const file = join(root, path)
  if (content.kind === 'none') return
  await mkdir(dirname(file), { recursive: true })
  if (content.kind === 'copy') return copyFile(join(root, content.of), file)
  if (content.kind === 'text') return writeFile(file, content.text)
  if (content.kind === 'cut') {
    const whole = await readFile(join(root, content.of))
    return writeFile(file, whole.subarray(0, keptBytes))
  }
  await writeFile(file, z.instanceof(Uint8Array).parse(await painter.ask(content.plan, signal)))
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
