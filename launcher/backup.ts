import { constants, existsSync } from 'node:fs'
import { cp, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { callOperator } from './operator.ts'
import { failWith, type LauncherSettings, readSettings } from './settings.ts'

const usage = `Name a folder that does not exist yet:
  npm run backup -- /backups/2026-12-24`
const bytesPerMegabyte = 1_000_000

// The copy contains the keys that sign tokens, so only this user may read it.
process.umask(0o077)

/**
 * `npm run backup -- <folder>`: copies the running installation, which must have an embedded database, into a folder.
 * The folder can be used as DATA_DIR (docs/operating/backup.md).
 */
try {
  const [argument, ...others] = process.argv.slice(2)
  if (argument === undefined || others.length > 0) throw new Error(usage)
  const target = resolve(argument)
  if (existsSync(target)) throw new Error(`${target} exists. ${usage}`)
  await backUp(readSettings(process.env), target)
} catch (error) {
  failWith(error)
}

async function backUp(settings: LauncherSettings, target: string): Promise<void> {
  await callOperator(settings, '/dev/backup', {})
  // The services must have the same data folder, because they accepted the secret that the call above read from it.
  const folder = join(settings.dataDir, 'backup')
  const unfinished = `${target}.unfinished`
  try {
    // If a folder of this name exists, an interrupted command left it.
    await rm(unfinished, { recursive: true, force: true })
    await cp(folder, unfinished, { recursive: true, preserveTimestamps: true, mode: constants.COPYFILE_FICLONE })
    await rename(unfinished, target)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const { files, bytes } = await sizeOf(target)
  process.stdout.write(`${target} has ${files} files with ${(bytes / bytesPerMegabyte).toFixed(1)} MB.\n`)
}

async function sizeOf(folder: string): Promise<{ files: number; bytes: number }> {
  const total = { files: 0, bytes: 0 }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    total.files += 1
    total.bytes += (await stat(join(entry.parentPath, entry.name))).size
  }
  return total
}
