import { openDB } from 'idb'
import { type KeptDatabase, type KeptSchema, KeptFile } from './KeptFile.ts'
import type { DownloadableFile } from './FileTransfer.ts'
import type { SavedFileHandle } from './saveFilePicker.ts'

/** Nothing can be downloaded for longer than this. */
const longestMilliseconds = 7 * 24 * 3_600_000

/** The files of an account of which the browser keeps what has come so far. */
export class KeptFiles {
  readonly #database: KeptDatabase
  readonly #accountId: string

  private constructor(database: KeptDatabase, accountId: string) {
    this.#database = database
    this.#accountId = accountId
  }

  /** Those of an account; drops what belongs to any other, and what can be downloaded no more. */
  static async open(accountId: string): Promise<KeptFiles> {
    const database = await openDB<KeptSchema>('keepsake-files', 1, {
      upgrade: (created) => {
        created.createObjectStore('files', { keyPath: ['accountId', 'key'] })
        created.createObjectStore('pieces')
      },
      // A later version of the page must not wait for this one.
      blocking: () => database.close(),
    })
    for (const record of await database.getAll('files')) {
      if (record.accountId !== accountId || record.ends < Date.now()) await new KeptFile(database, record).forget()
    }
    return new KeptFiles(database, accountId)
  }

  /** What is kept of a file; null: nothing, or what was kept is of another size and gone now. */
  async find(key: string, size: number): Promise<KeptFile | null> {
    const record = await this.#database.get('files', [this.#accountId, key])
    if (!record) return null
    const kept = new KeptFile(this.#database, record)
    if (record.size === size) return kept
    await kept.forget()
    return null
  }

  /** Begins with a file that is to be there in the end. */
  async begin({ key, expires }: DownloadableFile, size: number, handle: SavedFileHandle): Promise<KeptFile> {
    const ends = expires ? Date.parse(expires) : Date.now() + longestMilliseconds
    const record = { accountId: this.#accountId, key, size, bytes: 0, etag: null, handle, ends }
    await this.#database.put('files', record)
    return new KeptFile(this.#database, record)
  }

  close(): void {
    this.#database.close()
  }
}

/** Before signing out: leaves nothing behind of what has come, whoever asked for it. */
export async function forgetKeptFiles(): Promise<void> {
  const files = await KeptFiles.open('')
  files.close()
}
