import type { UploadAlbum } from '../../../shared/uploadContext.ts'

/** A file that an upload was promised for, without its content. */
export interface RememberedUpload {
  readonly accountId: string
  readonly id: string
  /** The page that uploads it. */
  readonly session: string
  readonly name: string
  readonly size: number
  readonly type: string
  readonly lastModified: number
  /** Milliseconds since 1970. */
  readonly rememberedAt: number
  /** Among those remembered at the same time. */
  readonly position: number
  readonly uploadUrl: string | null
  /** The album that the photo is to be added to, where there is one. */
  readonly album?: UploadAlbum | null
  /** The photo, once it is in and only its album is missing. */
  readonly imageId?: string | null
}

const databaseName = 'keepsake-uploads'
const uploads = 'uploads'
const contents = 'contents'

/**
 * Unfinished uploads in the browser's own database. Every record's key begins with the account, and whoever asks names
 * the account, so that nobody who signs in on the same browser is handed somebody else's.
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
    // A later version of the page must not wait for this one.
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

  /** Keeps the content of a remembered upload; does nothing when it has been forgotten meanwhile. */
  async putContent(accountId: string, id: string, content: Blob): Promise<void> {
    await this.#write((transaction) => {
      const known = transaction.objectStore(uploads).getKey([accountId, id])
      known.onsuccess = () => {
        if (known.result !== undefined) transaction.objectStore(contents).put(content, [accountId, id])
      }
    })
  }

  /** Changes what is remembered; does nothing when it has been forgotten meanwhile. */
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

  /** Drops everything of one account. */
  async deleteAll(accountId: string): Promise<void> {
    await this.#write((transaction) => {
      transaction.objectStore(uploads).delete(allOf(accountId))
      transaction.objectStore(contents).delete(allOf(accountId))
    })
  }

  /** Of one account, in the order in which they were remembered. */
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

  /** Drops what anybody left behind before the given time (milliseconds since 1970). */
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

/** All keys that begin with the account: an array sorts after every text. */
function allOf(accountId: string): IDBKeyRange {
  return IDBKeyRange.bound([accountId], [accountId, []])
}

async function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The database could not be read')))
  })
}
