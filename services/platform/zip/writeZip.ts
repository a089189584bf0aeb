import { crc32 } from 'node:zlib'
import { openAhead } from './openAhead.ts'
import { directoryRecord, endRecords, type FileFacts, localHeader } from './zipRecords.ts'

export interface ZipEntry extends FileFacts {
  /**
   * Called when the archive reaches this entry, or some entries before. A chunk is valid only until the next is
   * requested. Null: the file was deleted.
   */
  open(): Promise<AsyncIterable<Buffer> | null>
}

/** How to open the files, and callbacks that report progress. */
export interface ZipOptions<Entry> {
  /** How many files to open before the archive reaches them. By default, none. */
  readonly ahead?: number
  /** Called for a file that was deleted before the archive reached it. */
  readonly leftOut?: (entry: Entry) => void
  /**
   * Called after each chunk of a file.
   * @param bytes how many bytes of all files were written so far
   */
  readonly wrote?: (bytes: number) => void
}

/**
 * A file whose bytes differ from its announced size or checksum, or cannot be read from the disk. The archive is
 * unusable and must be written again.
 */
export class ZipEntryError extends Error {
  readonly entry: ZipEntry

  constructor(entry: ZipEntry) {
    super(`${JSON.stringify(entry.name)} does not have its announced size and checksum.`)
    this.name = 'ZipEntryError'
    this.entry = entry
  }
}

/**
 * Writes a zip archive of uncompressed files, in chunks. The files can have any size and number, because ZIP64 is used
 * if needed. It keeps a few hundred bytes per file for the central directory. A chunk is
 * valid only until the next is requested.
 * @throws ZipEntryError if a file's bytes differ from its announced size or checksum, or cannot be read
 */
export async function* writeZip<Entry extends ZipEntry>(
  entries: AsyncIterable<Entry> | Iterable<Entry>,
  { ahead = 0, leftOut, wrote }: ZipOptions<Entry> = {},
): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  let written = 0
  for await (const { entry, content } of openAhead(entries, ahead)) {
    if (!content) {
      leftOut?.(entry)
      continue
    }
    const header = localHeader(entry)
    directory.push(directoryRecord(entry, offset))
    offset += header.length + entry.size
    yield header
    for await (const bytes of checkBytes(entry, content)) {
      yield bytes
      written += bytes.length
      wrote?.(written)
    }
  }
  const records = Buffer.concat(directory)
  yield Buffer.concat([records, endRecords({ count: directory.length, offset, size: records.length })])
}

async function* checkBytes(entry: ZipEntry, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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

/** True if the disk can no longer read the data. A retry does not help. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EIO'
}
