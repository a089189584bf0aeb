import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing, nullWhenMissing } from '../../missingFiles.ts'
import { partBytes } from '../bucket.ts'
import { isBlobKey } from '../blobKeys.ts'
import { contentTypeOf, signatureBytes } from '../contentTypes.ts'

/** A blob in the folder of the blobs. */
export interface BlobFile {
  readonly key: string
  readonly file: string
  /** In bytes. */
  readonly size: number
}

/** A blob that is not copied, and why. */
export interface Unreadable {
  readonly key: string
  readonly problem: string
}

/** The path of one of the two files of a blob, as the folder store names it. */
function fileOf(root: string, kind: 'content' | 'types', key: string): string {
  return join(root, kind, key)
}

/** Both files of a blob: its content, and its media type, which seldom has a file. */
export function filesOf(root: string, key: string): readonly [string, string] {
  return [fileOf(root, 'content', key), fileOf(root, 'types', key)]
}

/**
 * The blobs of a folder in the order of their names, a folder at a time. Links are not followed. Leaves out files whose
 * names cannot be keys.
 */
export async function* blobFiles(root: string, folder = ''): AsyncGenerator<BlobFile | Unreadable> {
  let entries
  try {
    entries = await readdir(fileOf(root, 'content', folder), { withFileTypes: true })
  } catch (error) {
    // The product runs at the same time, and may have deleted the folder.
    if (!isMissing(error)) yield { key: `${folder}/`, problem: messageOf(error) }
    return
  }
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const key = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (!isBlobKey(key)) continue
    if (entry.isDirectory()) yield* blobFiles(root, key)
    else if (entry.isSymbolicLink()) yield { key, problem: 'It is a link, which is not followed.' }
    else if (entry.isFile()) {
      const file = fileOf(root, 'content', key)
      const found = await lstat(file).catch((error: unknown) => (isMissing(error) ? null : messageOf(error)))
      if (typeof found === 'string') yield { key, problem: found }
      else if (found) yield { key, file, size: found.size }
    }
  }
}

/** Whether the folder has this blob. */
export async function hasBlobFile(root: string, key: string): Promise<boolean> {
  try {
    return (await lstat(fileOf(root, 'content', key))).isFile()
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** An open file of a blob. Its bytes never change: the folder store replaces whole files. */
export class OpenBlob implements AsyncDisposable {
  readonly handle: FileHandle
  /** In bytes. */
  readonly size: number
  /** When the file was written, in ms since 1970. */
  readonly modified: number
  readonly contentType: string
  #entityTag: Promise<string> | undefined

  private constructor(handle: FileHandle, size: number, modified: number, contentType: string) {
    this.handle = handle
    this.size = size
    this.modified = modified
    this.contentType = contentType
  }

  /** Null if the blob has been deleted. */
  static async open(root: string, key: string): Promise<OpenBlob | null> {
    const [file, typeFile] = filesOf(root, key)
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW).catch(nullWhenMissing)
    if (!handle) return null
    try {
      const { size, mtimeMs } = await handle.stat()
      const readType = async () => readFile(typeFile, 'utf8').catch(nullWhenMissing)
      const contentType = await contentTypeOf(key, readType, async () => readHead(handle))
      return new OpenBlob(handle, size, Math.trunc(mtimeMs), contentType)
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /** The entity tag that S3 gives to an object with this content, if the object is uploaded in parts of `partBytes`. */
  entityTag(): Promise<string> {
    this.#entityTag ??= this.#computeEntityTag()
    return this.#entityTag
  }

  /** Reads `length` bytes from a position; fewer at the end of the file. */
  async read(position: number, length = partBytes): Promise<Buffer> {
    const buffer = Buffer.allocUnsafeSlow(Math.max(0, Math.min(length, this.size - position)))
    let bytes = 0
    while (bytes < buffer.length) {
      const { bytesRead } = await this.handle.read(buffer, bytes, buffer.length - bytes, position + bytes)
      if (bytesRead === 0) throw new Error(`The file ends after ${position + bytes} bytes.`)
      bytes += bytesRead
    }
    return buffer
  }

  async *parts(): AsyncGenerator<Buffer> {
    for (let position = 0; position < this.size; position += partBytes) yield this.read(position)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.handle.close()
  }

  async #computeEntityTag(): Promise<string> {
    if (this.size <= partBytes) return md5(await this.read(0)).toString('hex')
    const digests: Buffer[] = []
    for await (const part of this.parts()) digests.push(md5(part))
    return `${md5(Buffer.concat(digests)).toString('hex')}-${digests.length}`
  }
}

function md5(bytes: Buffer): Buffer {
  return createHash('md5').update(bytes).digest()
}

async function readHead(handle: FileHandle): Promise<Uint8Array> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(signatureBytes), 0, signatureBytes, 0)
  return buffer.subarray(0, bytesRead)
}

/** The message of an error, in one line. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ')
}
