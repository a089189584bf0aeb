import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'

/** An extracted file. */
export interface UnzippedFile {
  readonly bytes: Buffer
  /** The modification time in the time zone used for extraction, for example `2024-05-12T10:15:30`. */
  readonly clock: string
}

const run = promisify(execFile)
/** File names with non-ASCII characters need a UTF-8 locale. */
const environment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' }

/** Extracts an archive with Info-ZIP's unzip, in the given time zone. */
export async function unzip(archive: Uint8Array, zone = 'UTC'): Promise<ReadonlyMap<string, UnzippedFile>> {
  return inFolder(async (folder) => {
    await writeFile(join(folder, 'archive.zip'), archive)
    await infoZip(['-q', '-d', join(folder, 'files'), join(folder, 'archive.zip')], { TZ: zone })
    const root = join(folder, 'files')
    const entries = await readdir(root, { recursive: true, withFileTypes: true })
    const files = await Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map(async (entry) => {
          const file = join(entry.parentPath, entry.name)
          const name = relative(root, file)
          const bytes = await readFile(file)
          const clock = (await stat(file)).mtime.toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T')
          return [name, { bytes, clock }] as const
        }),
    )
    return new Map(files)
  })
}

/** Runs unzip. Returns its output. */
export async function infoZip(options: readonly string[], settings: Record<string, string> = {}): Promise<Buffer> {
  const { stdout } = await run('unzip', [...options], {
    env: { ...environment, ...settings },
    encoding: 'buffer',
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout
}

/** Runs `work` with a temporary folder. */
export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-zip-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
