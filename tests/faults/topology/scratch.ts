import { readdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Topology } from './stack.ts'

const dayMilliseconds = 24 * 3_600_000
const removalMilliseconds = 10_000
const pollMilliseconds = 100

/** Files in the scratch folders of the services. */
export interface ScratchFiles {
  /** All files that were found, including those of killed processes, which the services should remove. */
  readonly removed: readonly string[]
  /**
   * Files that gracefully stopped processes left, and files that remain although they are a day old and the services
   * have restarted.
   */
  readonly left: readonly string[]
}

/**
 * Finds the files in the scratch folders, and checks whether a restart of the services removes them. The files get an
 * older modification time, so that they count as more than a day old.
 */
export async function readScratch(topology: Topology): Promise<ScratchFiles> {
  const { services } = topology
  await Promise.all(services.map(async (part) => part.end('SIGTERM')))
  const found = await scratchFiles(topology)
  const ofOrderly: string[] = []
  const longAgo = new Date(Date.now() - 2 * dayMilliseconds)
  for (const { file, startedAt } of found) {
    if ((await stat(file)).mtimeMs > startedAt) ofOrderly.push(file)
    await utimes(file, longAgo, longAgo)
  }
  await Promise.all(services.map(async (part) => part.start()))
  const end = performance.now() + removalMilliseconds
  for (;;) {
    const still = (await scratchFiles(topology)).map(({ file }) => file)
    if (still.length === 0 || performance.now() > end) {
      return { removed: found.map(({ file }) => file), left: [...new Set([...ofOrderly, ...still])] }
    }
    await pause(pollMilliseconds)
  }
}

/** The files, each with the time (ms since 1970) when its process was started last. */
async function scratchFiles(topology: Topology): Promise<{ readonly file: string; readonly startedAt: number }[]> {
  const found = topology.services.map(async ({ name, startedAt }) => {
    const folder = join(topology.folderOf(name), 'scratch')
    return (await readdir(folder)).map((file) => ({ file: join(folder, file), startedAt }))
  })
  return (await Promise.all(found)).flat()
}
