import { constants } from 'node:fs'
import { type FileHandle, lstat, open, opendir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { isFilePath, isFolderName, pathBytes, pathText } from './legacyPath.ts'
import type { LegacyFile, LegacySource } from './legacySource.ts'

const filesPerPage = 500
const slash = Buffer.from('/')
/** Flags for opening a file: follow no link, and do not block on a pipe. */
const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Older libraries in a local folder. Links that lead out of a customer's own folder are not followed. */
export function createFolderSource(root: string): LegacySource {
  const ownFolder = async (folder: string): Promise<string | null> => {
    if (!isFolderName(folder)) return null
    const path = join(root, folder)
    return (await isFolder(path)) ? realpath(path) : null
  }
  /**
   * Finds the folder of a library that is being imported. Throws if the folder has disappeared, because otherwise all
   * files of the library would be reported as missing.
   */
  const requiredFolder = async (folder: string): Promise<string> => {
    const own = await ownFolder(folder)
    if (own === null) throw new Error('The folder of the older library does not exist.')
    return own
  }
  return {
    has: async (folder) => (await ownFolder(folder)) !== null,
    async index(folder) {
      const found = await openWithin(await requiredFolder(folder), Buffer.from('library.json'))
      return found?.content ?? null
    },
    async *files(folder) {
      const own = await requiredFolder(folder)
      let page: string[] = []
      for await (const path of walk(Buffer.from(own))) {
        page.push(path)
        if (page.length < filesPerPage) continue
        yield page
        page = []
      }
      if (page.length > 0) yield page
    },
    async open(folder, path) {
      const own = await requiredFolder(folder)
      return isFilePath(path) ? openWithin(own, pathBytes(path)) : null
    },
  }
}

async function openWithin(own: string, path: Buffer): Promise<LegacyFile | null> {
  const root = Buffer.from(`${own}/`)
  const real = await realpath(Buffer.concat([root, path]), { encoding: 'buffer' }).catch(nullWhenMissing)
  if (!real?.subarray(0, root.length).equals(root)) return null
  const handle = await open(real, readOnly).catch(nullWhenMissing)
  return handle && fileOf(handle)
}

async function fileOf(handle: FileHandle): Promise<LegacyFile | null> {
  const found = await handle.stat()
  if (found.isFile()) return { size: found.size, content: handle.createReadStream() }
  await handle.close()
  return null
}

/**
 * The paths of all files of a library. While it reads folders, paths are bytes, because file names of older systems
 * need not be UTF-8. Only one folder is open at a time, however deep the folders are nested.
 */
async function* walk(root: Buffer): AsyncGenerator<string> {
  const folders = [Buffer.from('files')]
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    const full = Buffer.concat([root, slash, folder])
    if (!(await isFolder(full))) continue
    for await (const entry of await opendir(full, { encoding: 'latin1' })) {
      const found = Buffer.concat([folder, slash, Buffer.from(entry.name, 'latin1')])
      if (entry.isDirectory()) folders.push(found)
      else if (entry.isFile()) yield pathText(found)
    }
  }
}

async function isFolder(path: string | Buffer): Promise<boolean> {
  return (await lstat(path).catch(nullWhenMissing))?.isDirectory() ?? false
}

const missing = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'ENXIO'])

function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && missing.has(String(error.code))) return null
  throw error
}
