import type { DBSchema, IDBPDatabase } from 'idb'
import type { SavedFileHandle } from './saveFilePicker.ts'

/** The record of a partly received file. */
export interface PartialFileRecord {
  readonly accountId: string
  /** Identifies the file within the page. */
  readonly key: string
  /** The size of the whole file in bytes. */
  readonly size: number
  /** The number of bytes that are stored. */
  readonly bytes: number
  /** The ETag of the server's file, if any: another ETag means that the file has changed. */
  readonly etag: string | null
  /** The place that the user has chosen for the file. */
  readonly handle: SavedFileHandle
  /** The end of the file's availability, in ms since 1970. */
  readonly ends: number
}

/** The database: the records of files, and their pieces by start offset. */
export interface PartialFilesSchema extends DBSchema {
  files: { key: [accountId: string, key: string]; value: PartialFileRecord }
  pieces: { key: [accountId: string, key: string, start: number]; value: Blob }
}

export type PartialFilesDatabase = IDBPDatabase<PartialFilesSchema>

/** Received bytes are stored in pieces of this size. A crash of the browser loses at most one piece. */
const pieceBytes = 16 * 1024 * 1024

/**
 * The received part of a file, stored in the browser in pieces until it is complete. So the file appears on the user's
 * disk only as a whole.
 */
export class PartialFile {
  readonly #database: PartialFilesDatabase
  #record: PartialFileRecord
  /** Received bytes that are not stored yet. */
  #rest: Uint8Array<ArrayBuffer>[] = []
  #restBytes = 0

  constructor(database: PartialFilesDatabase, record: PartialFileRecord) {
    this.#database = database
    this.#record = record
  }

  /** The number of received bytes. */
  get bytes(): number {
    return this.#record.bytes + this.#restBytes
  }

  get size(): number {
    return this.#record.size
  }

  get etag(): string | null {
    return this.#record.etag
  }

  get handle(): SavedFileHandle {
    return this.#record.handle
  }

  async add(part: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#rest.push(part)
    this.#restBytes += part.length
    if (this.#restBytes >= pieceBytes) await this.flush()
  }

  /** Stores all received bytes. Rejects and keeps them in memory if the disk is full or the record was deleted. */
  async flush(): Promise<void> {
    if (this.#restBytes === 0) return
    await this.#change({ bytes: this.bytes }, new Blob(this.#rest))
    this.#rest = []
    this.#restBytes = 0
  }

  /** Deletes all pieces: the file is received again from the start, with a new ETag. */
  async rewind(etag: string | null): Promise<void> {
    this.#rest = []
    this.#restBytes = 0
    await this.#database.delete('pieces', this.#pieces())
    await this.#change({ bytes: 0, etag })
  }

  /** Changes the place of the file. */
  async moveTo(handle: SavedFileHandle): Promise<void> {
    await this.#change({ handle })
  }

  /** Writes the file to its place. Call it when all bytes are stored. */
  async save(signal: AbortSignal): Promise<void> {
    const writable = await this.handle.createWritable()
    let written = 0
    try {
      for (const start of await this.#database.getAllKeys('pieces', this.#pieces())) {
        signal.throwIfAborted()
        const piece = await this.#database.get('pieces', start)
        if (!piece || start[2] !== written) break
        await writable.write(piece)
        written += piece.size
      }
      if (written !== this.size) throw new Error('The browser has lost a piece of the file')
      await writable.close()
    } catch (error) {
      await writable.abort().catch(() => undefined)
      throw error
    }
  }

  async delete(): Promise<void> {
    const { accountId, key } = this.#record
    const transaction = this.#database.transaction(['files', 'pieces'], 'readwrite')
    await Promise.all([
      transaction.objectStore('files').delete([accountId, key]),
      transaction.objectStore('pieces').delete(this.#pieces()),
      transaction.done,
    ])
  }

  /** Updates the record and adds the piece in one transaction. */
  async #change(change: Partial<PartialFileRecord>, piece?: Blob): Promise<void> {
    const { accountId, key, bytes } = this.#record
    const transaction = this.#database.transaction(['files', 'pieces'], 'readwrite')
    const files = transaction.objectStore('files')
    if (!(await files.get([accountId, key]))) throw new Error('The record of the file was deleted')
    const record = { ...this.#record, ...change }
    await Promise.all([
      files.put(record),
      piece && transaction.objectStore('pieces').put(piece, [accountId, key, bytes]),
      transaction.done,
    ])
    this.#record = record
  }

  /**
   * The range of the file's pieces, whose keys end with an offset. IndexedDB sorts an array after every number, so `[]`
   * is the end of the range.
   */
  #pieces(): IDBKeyRange {
    const { accountId, key } = this.#record
    return IDBKeyRange.bound([accountId, key], [accountId, key, []])
  }
}
