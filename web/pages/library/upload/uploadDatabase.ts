import type { UploadAlbum } from '../../../shared/uploadContext.ts'

/** The record of an unfinished upload, without the file's content. */
export interface RememberedUpload {
  readonly accountId: string
  readonly id: string
  /** The id of the page that uploads the file. */
  readonly session: string
  readonly name: string
  readonly size: number
  readonly type: string
  readonly lastModified: number
  /** Milliseconds since 1970. */
  readonly rememberedAt: number
  /** Index among the uploads of the page. Orders uploads that were stored within one millisecond. */
  readonly position: number
  readonly uploadUrl: string | null
  /** The album to which the photo will be added, if any. */
  readonly album?: UploadAlbum | null
  /** The image id in storage; set once the photo is stored and only has to be added to its album. */
  readonly imageId?: string | null
}

const databaseName = 'keepsake-uploads'
const uploads = 'uploads'
const contents = 'contents'

/**
 * Stores unfinished uploads in IndexedDB. Every key begins with the account id and every call names the account, so
 * that accounts in the same browser cannot see each other's uploads.
 */
export class UploadDatabase {
  readonly #database: IDBDatabase

  private constructor(database: IDBDatabase) {
    this.#database = database
  }

  static async open(factory: IDBFactory): Promise<UploadDatabase> {
    const request = factory.open(databaseName, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(uploads, { keyPath: ['accountId', 'id'] })
      request.result.createObjectStore(contents)
    }
    const database = await settled(request)
    // Closes the connection so that a newer version of the page can upgrade the database.
    database.onversionchange = () => database.close()
    return new UploadDatabase(database)
  }

  close(): void {
    this.#database.close()
  }

  async put(records: readonly RememberedUpload[]): Promise<void> {
    await this.#write((transaction) => {
      for (const record of records) transaction.objectStore(uploads).put(record)
    })
  }

  /** Stores the content of an upload. Does nothing if the record was deleted meanwhile. */
  async putContent(accountId: string, id: string, content: Blob): Promise<void> {
    await this.#write((transaction) => {
      const known = transaction.objectStore(uploads).getKey([accountId, id])
      known.onsuccess = () => {
        if (known.result !== undefined) transaction.objectStore(contents).put(content, [accountId, id])
      }
    })
  }

  /** Updates a record. Does nothing if it was deleted meanwhile. */
  async change(
    accountId: string,
    id: string,
    change: Partial<Pick<RememberedUpload, 'session' | 'uploadUrl' | 'imageId'>>,
  ): Promise<void> {
    await this.#write((transaction) => {
      const store = transaction.objectStore(uploads)
      const found: IDBRequest<RememberedUpload | undefined> = store.get([accountId, id])
      found.onsuccess = () => {
        if (found.result) store.put({ ...found.result, ...change })
      }
    })
  }

  async delete(accountId: string, ids: readonly string[]): Promise<void> {
    await this.#write((transaction) => {
      for (const id of ids) {
        transaction.objectStore(uploads).delete([accountId, id])
        transaction.objectStore(contents).delete([accountId, id])
      }
    })
  }

  /** Deletes all records and contents of one account. */
  async deleteAll(accountId: string): Promise<void> {
    await this.#write((transaction) => {
      transaction.objectStore(uploads).delete(allOf(accountId))
      transaction.objectStore(contents).delete(allOf(accountId))
    })
  }

  /** The records of one account, oldest first. */
  async list(accountId: string): Promise<RememberedUpload[]> {
    const store = this.#database.transaction(uploads).objectStore(uploads)
    const records: RememberedUpload[] = await settled(store.getAll(allOf(accountId)))
    return records.toSorted((one, other) => one.rememberedAt - other.rememberedAt || one.position - other.position)
  }

  async content(accountId: string, id: string): Promise<Blob | null> {
    const store = this.#database.transaction(contents).objectStore(contents)
    const content: Blob | undefined = await settled(store.get([accountId, id]))
    return content ?? null
  }

  /** Deletes the uploads that were stored before a time, for all accounts. @param time in ms since 1970 */
  async deleteOlder(time: number): Promise<void> {
    await this.#write((transaction) => {
      const cursorRequest = transaction.objectStore(uploads).openCursor()
      cursorRequest.onsuccess = () => {
        const cursor = cursorRequest.result
        if (!cursor) return
        const record: RememberedUpload = cursor.value
        if (record.rememberedAt < time) {
          cursor.delete()
          transaction.objectStore(contents).delete([record.accountId, record.id])
        }
        cursor.continue()
      }
    })
  }

  async #write(work: (transaction: IDBTransaction) => void): Promise<void> {
    const transaction = this.#database.transaction([uploads, contents], 'readwrite')
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The transaction was aborted')))
      work(transaction)
    })
  }
}

/** The range of all keys of an account: in IndexedDB an array sorts after every string. */
function allOf(accountId: string): IDBKeyRange {
  return IDBKeyRange.bound([accountId], [accountId, []])
}

async function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB could not be read')))
  })
}
