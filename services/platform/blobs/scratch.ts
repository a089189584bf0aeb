import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A folder for files that only this process needs, and only for a while. */
export interface Scratch {
  /** Calls `run` with the path of a file that does not exist yet. The file is removed afterwards. */
  withFile<Result>(run: (file: string) => Promise<Result>): Promise<Result>
  /** The path of a file that does not exist yet. The caller creates and removes the file. */
  newFile(): string
  /** Removes the files of killed processes: those to which nothing was written for a day. */
  removeAbandoned(): Promise<void>
}

const abandonedMilliseconds = 24 * 3_600_000

/** @param folder is created if it is missing */
export async function openScratch(folder: string): Promise<Scratch> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const newFile = () => join(folder, randomUUID())
  return {
    newFile,
    async withFile(run) {
      const file = newFile()
      try {
        return await run(file)
      } finally {
        await rm(file, { force: true })
      }
    },
    async removeAbandoned() {
      for (const name of await readdir(folder)) {
        const file = join(folder, name)
        // Another process may have removed the file since it was listed.
        const found = await stat(file).catch(() => null)
        if (found && Date.now() - found.mtimeMs >= abandonedMilliseconds) await rm(file, { force: true })
      }
    },
  }
}
