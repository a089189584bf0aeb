import { openDB } from 'idb'
import { type PartialFilesDatabase, type PartialFilesSchema, PartialFile } from './PartialFile.ts'
import type { DownloadableFile } from './FileTransfer.ts'
import type { SavedFileHandle } from './saveFilePicker.ts'

/** The longest time (ms) for which a file can be downloaded. */
const longestMilliseconds = 7 * 24 * 3_600_000

/** The partly received files of an account. */
export class PartialFiles {
  readonly #database: PartialFilesDatabase
  readonly #accountId: string

  private constructor(database: PartialFilesDatabase, accountId: string) {
    this.#database = database
    this.#accountId = accountId
  }

  /** Opens the files of an account. Deletes the files of other accounts and those that can no longer be downloaded. */
  static async open(accountId: string): Promise<PartialFiles> {
    const database = await openDB<PartialFilesSchema>('keepsake-files', 1, {
      upgrade: (created) => {
        created.createObjectStore('files', { keyPath: ['accountId', 'key'] })
        created.createObjectStore('pieces')
      },
      // Closes the connection so that a newer version of the page can upgrade the database.
      blocking: () => database.close(),
    })
    for (const record of await database.getAll('files')) {
      if (record.accountId !== accountId || record.ends < Date.now()) await new PartialFile(database, record).delete()
    }
    return new PartialFiles(database, accountId)
  }

  /** The received part of a file, or null. A part of a file with another size is deleted. */
  async find(key: string, size: number): Promise<PartialFile | null> {
    const record = await this.#database.get('files', [this.#accountId, key])
    if (!record) return null
    const partial = new PartialFile(this.#database, record)
    if (record.size === size) return partial
    await partial.delete()
    return null
  }

  /** Creates the record of a file that will be written to the handle. */
  async begin({ key, expires }: DownloadableFile, size: number, handle: SavedFileHandle): Promise<PartialFile> {
    const ends = expires ? Date.parse(expires) : Date.now() + longestMilliseconds
    const record = { accountId: this.#accountId, key, size, bytes: 0, etag: null, handle, ends }
    await this.#database.put('files', record)
    return new PartialFile(this.#database, record)
  }

  close(): void {
    this.#database.close()
  }
}

/** Deletes the partly received files of all accounts before signing out. */
export async function deletePartialFiles(): Promise<void> {
  const files = await PartialFiles.open('')
  files.close()
}
