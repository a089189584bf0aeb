import { chmodSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'

const folders = ['blobs', 'database', 'keys', 'outbox', 'uploads']

/**
 * Makes the folders of `DATA_DIR` inaccessible to other users of the machine, because earlier releases left them open.
 * New files and folders are private by the umask of the process.
 */
export function makeDataFoldersPrivate(dataDir: string, log: Logger): void {
  for (const name of folders) {
    const folder = join(dataDir, name)
    const found = lstatSync(folder, { throwIfNoEntry: false })
    if (!found?.isDirectory() || (found.mode & 0o077) === 0) continue
    try {
      chmodSync(folder, 0o700)
    } catch (error) {
      // The folder belongs to another user, as on some network volumes.
      log.warn({ err: error, folder: name }, 'other users of this machine may read a data folder')
    }
  }
}
