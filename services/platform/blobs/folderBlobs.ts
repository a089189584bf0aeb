import { randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { nullWhenMissing } from '../missingFiles.ts'
import { checkBlobKey } from './blobKeys.ts'
import { contentTypeOf, contentTypeOfBytes, contentTypeOfKey, signatureBytes } from './contentTypes.ts'
import type { BlobStore, LocalFile, StoredBlob } from './blobs.ts'

const abandonedMilliseconds = 24 * 3_600_000
/** The size of a chunk in bytes. Larger chunks are read faster; smaller ones let other work run in between. */
const chunkBytes = 512 * 1024
/** Buffers to reuse, because many large buffers make the garbage collector walk through the whole heap. */
const spareBuffers: Buffer[] = []
/**
 * Content of at most this many bytes is read without a stream. A stream allocates 128 KB to read a picture of 10 KB,
 * and buffers outside the heap make V8 collect the whole heap early: at 200 pictures per second, it did so three times
 * a second.
 */
const maximumBytesAtOnce = 256 * 1024

/**
 * Stores blobs in `DATA_DIR/blobs`. Each blob is a plain file, `content/<key>`, which is renamed into place once it is
 * complete. A second file, `types/<key>`, holds the media type, if neither the key nor the bytes show it; earlier
 * releases made one for each blob. Like the embedded database, blobs are not synced to disk.
 */
export async function createFolderBlobs(config: {
  readonly dataDir: string
  /** Undefined: the database is embedded, so no other process writes into this folder. */
  readonly databaseUrl: string | undefined
}): Promise<BlobStore> {
  const root = join(config.dataDir, 'blobs')
  const temporary = join(root, 'temporary')
  await mkdir(temporary, { recursive: true })
  await removeAbandoned(temporary, config.databaseUrl === undefined ? 0 : abandonedMilliseconds)
  const fileOf = (kind: 'content' | 'types', key: string) => {
    checkBlobKey(key)
    return join(root, kind, key)
  }
  return {
    directOrigin: null,
    blobsAhead: 0,
    async put(key, content, { contentType }) {
      const [target, type] = [fileOf('content', key), fileOf('types', key)]
      const file = join(temporary, randomUUID())
      const typeFile = `${file}.type`
      try {
        await write(file, content)
        const size = content instanceof Uint8Array ? content.length : (await stat(file)).size
        if (await showsType(key, file, contentType)) {
          await rm(type, { force: true })
        } else {
          await writeFile(typeFile, contentType, { flag: 'wx' })
          await inFolder(type, async () => rename(typeFile, type))
        }
        await inFolder(target, async () => rename(file, target))
        // Both paths may be links to the same bytes. Then rename(2) does nothing, and the old path stays.
        if (isFile(content)) await rm(file, { force: true })
        return { size }
      } catch (error) {
        await rm(file, { force: true })
        await rm(typeFile, { force: true })
        throw error
      }
    },
    async get(key) {
      return findBlob(key, fileOf('content', key), fileOf('types', key))
    },
    async check() {
      await stat(temporary)
    },
    async chunks(key) {
      const file = fileOf('content', key)
      const found = await stat(file).catch(nullWhenMissing)
      return found?.isFile() ? readChunks(file) : null
    },
    async withFile(key, run) {
      const file = fileOf('content', key)
      const found = await stat(file).catch(nullWhenMissing)
      return found?.isFile() ? run(file) : null
    },
    async delete(keys) {
      for (const key of keys) {
        const [target, type] = [fileOf('content', key), fileOf('types', key)]
        await rm(target, { force: true })
        await rm(type, { force: true })
      }
    },
    async deleteFolder(folder) {
      for (const kind of ['content', 'types'] as const) {
        await rm(fileOf(kind, folder), { recursive: true, force: true, maxRetries: 3 })
      }
    },
    async directUrl() {
      return null
    },
    async removeAbandoned() {
      await removeAbandoned(temporary, abandonedMilliseconds)
    },
  }
}

type Content = Parameters<BlobStore['put']>[1]

function isFile(content: Content): content is LocalFile {
  return 'file' in content
}

async function write(file: string, content: Content): Promise<void> {
  if (content instanceof Uint8Array) return writeFile(file, content, { flag: 'wx' })
  if (!isFile(content)) return writeChunks(file, content)
  // Copies the bytes if the file system has no hard links, or the two paths are on different file systems.
  return link(content.file, file).catch(async () => copyFile(content.file, file, constants.COPYFILE_EXCL))
}

async function writeChunks(file: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    for await (const chunk of chunks) await handle.writeFile(chunk)
  } finally {
    await handle.close()
  }
}

/** Reads a file in chunks. Opens the file at the first read. Closes it at the end, or when the reader stops early. */
async function* readChunks(file: string): AsyncGenerator<Buffer> {
  const handle = await open(file)
  const buffer = spareBuffers.pop() ?? Buffer.allocUnsafeSlow(chunkBytes)
  try {
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, chunkBytes)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    spareBuffers.push(buffer)
    await handle.close()
  }
}

/** Writes a file. Creates its folder only if the write fails, because most folders exist already. */
async function inFolder(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    nullWhenMissing(error)
    await mkdir(dirname(file), { recursive: true })
    await write()
  }
}

/**
 * Whether the key or the bytes show the media type, so that it need not be stored.
 * @throws RangeError if the extension of the key stands for another type: readers rely on the extension
 */
async function showsType(key: string, file: string, contentType: string): Promise<boolean> {
  const ofKey = contentTypeOfKey(key)
  if (ofKey === undefined) return contentTypeOfBytes(await readHead(file)) === contentType
  if (ofKey !== contentType) throw new RangeError(`The key ${key} does not stand for ${contentType}.`)
  return true
}

async function readHead(file: string): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(signatureBytes), 0, signatureBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function findBlob(key: string, file: string, typeFile: string): Promise<StoredBlob | null> {
  const found = await stat(file).catch(nullWhenMissing)
  if (!found?.isFile()) return null
  const readType = async () => readFile(typeFile, 'utf8').catch(nullWhenMissing)
  const contentType = await contentTypeOf(key, readType, async () => readHead(file)).catch(nullWhenMissing)
  if (contentType === null) return null
  const { size, mtime: modified } = found
  return {
    size,
    contentType,
    modified,
    async read({ start, end } = { start: 0, end: size - 1 }) {
      if (end - start >= maximumBytesAtOnce) return createReadStream(file, { start, end })
      return readAtOnce(file, start, end - start + 1).catch(nullWhenMissing)
    },
  }
}

/** @throws Error if the file ends before the last of these bytes */
async function readAtOnce(file: string, start: number, length: number): Promise<Buffer> {
  const handle = await open(file)
  try {
    const buffer = Buffer.allocUnsafeSlow(length)
    let bytes = 0
    while (bytes < length) {
      const { bytesRead } = await handle.read(buffer, bytes, length - bytes, start + bytes)
      if (bytesRead === 0) throw new Error(`${file} ends after ${start + bytes} bytes.`)
      bytes += bytesRead
    }
    return buffer
  } finally {
    await handle.close()
  }
}

/**
 * @param age the minimum age (ms) of the files to remove
 */
async function removeAbandoned(folder: string, age: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    const found = await stat(file).catch(nullWhenMissing)
    if (found && Date.now() - found.mtimeMs >= age) await rm(file, { force: true })
  }
}
