import { constants, type Dirent } from 'node:fs'
import { copyFile, cp, link, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from './databaseTypes.ts'
import { Problem } from './problems.ts'

/** Below the data folder, so that files can be linked instead of copied. */
const folderName = 'backup'
/** What a restored installation does not need, or makes at its start. */
const leftOut = new Set([folderName, 'database', 'database.lock', 'keys', 'logs', 'scratch'])

/**
 * Puts a copy of an installation with an embedded database into `DATA_DIR/backup`. The copy has the state of one
 * moment: no statement runs while the database is copied and the files are linked. The links need no space, and a file
 * that is deleted later stays in the copy, so there is no row without its file.
 * @returns the folder, which is a data folder that services can be started on; the caller deletes it
 * @throws Problem if the database is a server, or if the folder exists
 */
export async function makeBackup(dataDir: string, database: Database): Promise<string> {
  const { whileStill } = database
  if (!whileStill) {
    const detail = 'The database is a server: docs/operating/backup.md says how to back it up.'
    throw new Problem(409, 'DATABASE_IS_A_SERVER', detail)
  }
  const target = join(dataDir, folderName)
  await mkdir(target).catch((error: unknown) => {
    if (!isCode(error, 'EEXIST')) throw error
    const detail = `Another backup is running, or one was interrupted. If none is running, delete the folder ${target}.`
    throw new Problem(409, 'BACKUP_EXISTS', detail)
  })
  try {
    await whileStill(async (databaseFolder) => {
      await cp(databaseFolder, join(target, 'database'), { recursive: true, mode: constants.COPYFILE_FICLONE })
      await linkFiles(dataDir, target, (name) => !leftOut.has(name))
    })
    return target
  } catch (error) {
    await rm(target, { recursive: true, force: true })
    throw error
  }
}

async function linkFiles(from: string, to: string, isWanted: (name: string) => boolean): Promise<void> {
  await mkdir(to, { recursive: true })
  const entries = (await readdir(from, { withFileTypes: true })).filter(({ name }) => isWanted(name))
  const folders: string[] = []
  await Promise.all(
    entries.map(async (entry) => {
      if (await isFolder(from, entry)) folders.push(entry.name)
      else await linkFile(join(from, entry.name), join(to, entry.name))
    }),
  )
  for (const name of folders) await linkFiles(join(from, name), join(to, name), () => true)
}

async function isFolder(parent: string, entry: Dirent): Promise<boolean> {
  // A link can lead to a folder: an operator may keep the blobs on another disk.
  if (entry.isSymbolicLink()) return (await stat(join(parent, entry.name))).isDirectory()
  return entry.isDirectory()
}

/** Copies the file if it cannot be linked: it is on another file system, or its file system has no hard links. */
async function linkFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to).catch(async (error: unknown) => {
      if (isCode(error, 'ENOENT')) throw error
      await copyFile(from, to)
    })
  } catch (error) {
    // The file does not exist any more: it was temporary, or its row was deleted before.
    if (!isCode(error, 'ENOENT')) throw error
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
