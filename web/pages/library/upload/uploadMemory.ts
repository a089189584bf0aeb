import { type RememberedUpload, UploadDatabase } from './uploadDatabase'
import type { UploadItem } from './uploadTypes'

const largestContent = 256 * 1024 * 1024
const mostContent = 2 * 1024 * 1024 * 1024
const shareOfFreeSpace = 0.25
const keptMilliseconds = 7 * 24 * 60 * 60 * 1000

/** An upload of an earlier page; `content` is null when it was too large to keep. */
export interface UnfinishedUpload {
  readonly upload: RememberedUpload
  readonly content: Blob | null
}

interface UploadMemoryOptions {
  readonly accountId: string
  readonly indexedDB: IDBFactory
  readonly locks: LockManager
  /** Bytes of content that may be kept; by default a quarter of the free space, at most 2 GiB. */
  readonly mostContent?: number
}

/**
 * What one page remembers of one account's uploads, so that a later page can go on. Each page holds a lock for as long
 * as it lives; uploads whose page holds its lock no more are unfinished, and the first page that takes them has them.
 */
export class UploadMemory {
  readonly #options: UploadMemoryOptions
  readonly #database: UploadDatabase
  readonly #session = crypto.randomUUID()
  readonly #kept = new Map<string, number>()
  #freeContent: number
  #writes: Promise<void> = Promise.resolve()
  #releaseSession: () => void = () => undefined

  private constructor(options: UploadMemoryOptions, database: UploadDatabase, freeContent: number) {
    this.#options = options
    this.#database = database
    this.#freeContent = freeContent
  }

  /** Resolves when the page's lock is held: nothing may be remembered before. */
  static async open(options: UploadMemoryOptions): Promise<UploadMemory> {
    const database = await UploadDatabase.open(options.indexedDB)
    await database.deleteOlder(Date.now() - keptMilliseconds)
    const memory = new UploadMemory(options, database, options.mostContent ?? (await contentAllowance()))
    await new Promise<void>((resolve) => {
      void options.locks.request(memory.#lockName(memory.#session), async () => {
        resolve()
        await new Promise<void>((release) => (memory.#releaseSession = release))
      })
    })
    return memory
  }

  /** Ends the page's part: what it has not finished can be taken by another. */
  async close(): Promise<void> {
    await this.#writes
    this.#database.close()
    this.#releaseSession()
  }

  /** Keeps the facts at once and the contents one after the other, as far as there is room. */
  remember(items: readonly UploadItem[]): void {
    const records = items.map(({ id, name, size, type, lastModified, uploadUrl }) => ({
      accountId: this.#options.accountId,
      session: this.#session,
      rememberedAt: Date.now(),
      ...{ id, name, size, type, lastModified, uploadUrl },
    }))
    this.#write(() => this.#database.put(records))
    for (const { id, file, size } of items) {
      if (file === null || size > largestContent || size > this.#freeContent || this.#kept.has(id)) continue
      this.#freeContent -= size
      this.#kept.set(id, size)
      this.#write(async () => {
        // Forgotten before its turn came: a short upload does not cost a copy.
        if (this.#kept.has(id)) await this.#database.putContent(this.#options.accountId, id, file)
      })
    }
  }

  noteUrl(id: string, uploadUrl: string): void {
    this.#write(() => this.#database.change(this.#options.accountId, id, { uploadUrl }))
  }

  forget(ids: readonly string[]): void {
    for (const id of ids) {
      this.#freeContent += this.#kept.get(id) ?? 0
      this.#kept.delete(id)
    }
    this.#write(() => this.#database.delete(this.#options.accountId, ids))
  }

  /** Resolves when everything that was asked for until now is kept. */
  async settled(): Promise<void> {
    await this.#writes
  }

  async countUnfinished(): Promise<number> {
    return (await this.#unfinished()).length
  }

  /** Makes the unfinished uploads this page's own, unless another page was faster. */
  async takeUnfinished(): Promise<UnfinishedUpload[]> {
    return this.#options.locks.request(this.#lockName('take'), async () => {
      const { accountId } = this.#options
      const taken: UnfinishedUpload[] = []
      for (const upload of await this.#unfinished()) {
        await this.#database.change(accountId, upload.id, { session: this.#session })
        const content = await this.#database.content(accountId, upload.id)
        if (content) this.#kept.set(upload.id, content.size)
        taken.push({ upload, content })
      }
      return taken
    })
  }

  async #unfinished(): Promise<RememberedUpload[]> {
    await this.#writes
    const held = new Set((await this.#options.locks.query()).held?.map(({ name }) => name))
    const uploads = await this.#database.list(this.#options.accountId)
    return uploads.filter(({ session }) => !held.has(this.#lockName(session)))
  }

  #lockName(session: string): string {
    return `keepsake-uploads:${this.#options.accountId}:${session}`
  }

  #write(work: () => Promise<void>): void {
    // What cannot be kept (no room, a private window) is uploaded all the same; it only does not survive a reload.
    this.#writes = this.#writes.then(work).catch(() => undefined)
  }
}

async function contentAllowance(): Promise<number> {
  if (!('storage' in navigator)) return mostContent
  const { quota = 0, usage = 0 } = await navigator.storage.estimate()
  return Math.min(mostContent, (quota - usage) * shareOfFreeSpace)
}
