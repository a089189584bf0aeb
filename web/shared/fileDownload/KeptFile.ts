import type { DBSchema, IDBPDatabase } from 'idb'
import type { SavedFileHandle } from './saveFilePicker.ts'

/** A file of which the browser keeps what has come so far. */
export interface KeptRecord {
  readonly accountId: string
  /** What the file is known by. */
  readonly key: string
  /** In bytes, when all of it is there. */
  readonly size: number
  /** How much of it is kept. */
  readonly bytes: number
  /** What the server calls its contents, where it does: those of another name are another file's. */
  readonly etag: string | null
  /** Where it is to be. */
  readonly handle: SavedFileHandle
  /** When it can be downloaded no more, in milliseconds since 1970. */
  readonly ends: number
}

/** Files, and their pieces by where they begin. */
export interface KeptSchema extends DBSchema {
  files: { key: [accountId: string, key: string]; value: KeptRecord }
  pieces: { key: [accountId: string, key: string, start: number]; value: Blob }
}

export type KeptDatabase = IDBPDatabase<KeptSchema>

/** So much is gathered before it is kept: what a browser that dies loses. */
const pieceBytes = 16 * 1024 * 1024

/**
 * What has come of a file, which the browser keeps in pieces until all of it is there. So the customer's disk has it
 * under its name only as a whole.
 */
export class KeptFile {
  readonly #database: KeptDatabase
  #record: KeptRecord
  /** What has come and is not kept yet. */
  #rest: Uint8Array<ArrayBuffer>[] = []
  #restBytes = 0

  constructor(database: KeptDatabase, record: KeptRecord) {
    this.#database = database
    this.#record = record
  }

  /** How much has come. */
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
    if (this.#restBytes >= pieceBytes) await this.keep()
  }

  /** Keeps all that has come. Rejects, and has it still, when the disk is full or the file was forgotten meanwhile. */
  async keep(): Promise<void> {
    if (this.#restBytes === 0) return
    await this.#change({ bytes: this.bytes }, new Blob(this.#rest))
    this.#rest = []
    this.#restBytes = 0
  }

  /** Forgets what has come: the file begins anew, with contents that the server calls so. */
  async rewind(etag: string | null): Promise<void> {
    this.#rest = []
    this.#restBytes = 0
    await this.#database.delete('pieces', this.#pieces())
    await this.#change({ bytes: 0, etag })
  }

  /** It is to be somewhere else. */
  async moveTo(handle: SavedFileHandle): Promise<void> {
    await this.#change({ handle })
  }

  /** Writes it where it is to be. All of it has come and is kept. */
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
      if (written !== this.size) throw new Error('The browser has lost a part of the file')
      await writable.close()
    } catch (error) {
      await writable.abort().catch(() => undefined)
      throw error
    }
  }

  async forget(): Promise<void> {
    const { accountId, key } = this.#record
    const transaction = this.#database.transaction(['files', 'pieces'], 'readwrite')
    await Promise.all([
      transaction.objectStore('files').delete([accountId, key]),
      transaction.objectStore('pieces').delete(this.#pieces()),
      transaction.done,
    ])
  }

  /** Both or neither: the place and the piece that leads there. */
  async #change(change: Partial<KeptRecord>, piece?: Blob): Promise<void> {
    const { accountId, key, bytes } = this.#record
    const transaction = this.#database.transaction(['files', 'pieces'], 'readwrite')
    const files = transaction.objectStore('files')
    if (!(await files.get([accountId, key]))) throw new Error('The file was forgotten')
    const record = { ...this.#record, ...change }
    await Promise.all([
      files.put(record),
      piece && transaction.objectStore('pieces').put(piece, [accountId, key, bytes]),
      transaction.done,
    ])
    this.#record = record
  }

  /** An array sorts after every number. */
  #pieces(): IDBKeyRange {
    const { accountId, key } = this.#record
    return IDBKeyRange.bound([accountId, key], [accountId, key, []])
  }
}
