import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { directoryRecord, endRecords, type FileFacts, localHeader } from './zipRecords.ts'

/** A file of an archive. */
export interface ZipEntry extends FileFacts {
  /** Called when its turn has come; a chunk need not be good any more when the next one is asked for. Null: it is gone. */
  open(): Promise<AsyncIterable<Buffer> | null>
}

/** Who is told how the writing goes. */
export interface ZipObserver<Entry> {
  /** The file was gone when its turn came. */
  readonly leftOut?: (entry: Entry) => void
  /** @param bytes of all files so far */
  readonly wrote?: (bytes: number) => void
}

/**
 * A file whose bytes are not those that were announced, or that the disk does not give: the archive that it is in is no
 * use, and must begin anew.
 */
export class ZipEntryError extends Error {
  readonly entry: ZipEntry

  constructor(entry: ZipEntry) {
    super(`${JSON.stringify(entry.name)} has not the bytes that it is said to have.`)
    this.name = 'ZipEntryError'
    this.entry = entry
  }
}

/**
 * A zip archive of files as they are, not compressed, in chunks; of any size and number (ZIP64 where it is needed). It has
 * one file open at a time, and keeps of each that it has written some hundred bytes for the directory at its end. A chunk is
 * good until the next one is asked for.
 * @throws ZipEntryError when the bytes of a file are not those that its size and sum announce, or cannot be read
 */
export async function* writeZip<Entry extends ZipEntry>(
  entries: AsyncIterable<Entry> | Iterable<Entry>,
  { leftOut, wrote }: ZipObserver<Entry> = {},
): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  let written = 0
  for await (const entry of entries) {
    const content = await entry.open()
    if (!content) {
      leftOut?.(entry)
      continue
    }
    try {
      const header = localHeader(entry)
      directory.push(directoryRecord(entry, offset))
      offset += header.length + entry.size
      yield header
      for await (const bytes of checked(entry, content)) {
        yield bytes
        written += bytes.length
        wrote?.(written)
      }
    } finally {
      // An iteration that was not begun closes nothing.
      if (content instanceof Readable) content.destroy()
    }
  }
  const records = Buffer.concat(directory)
  yield Buffer.concat([records, endRecords({ count: directory.length, offset, size: records.length })])
}

async function* checked(entry: ZipEntry, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0
  let sum = 0
  try {
    for await (const bytes of content) {
      size += bytes.length
      if (size > entry.size) throw new ZipEntryError(entry)
      sum = crc32(bytes, sum)
      yield bytes
    }
  } catch (error) {
    throw isUnreadable(error) ? new ZipEntryError(entry) : error
  }
  if (size !== entry.size || sum !== entry.crc32) throw new ZipEntryError(entry)
}

/** Whether the disk itself has lost what is asked for: no other try brings it back, and others need not wait for it. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EIO'
}
