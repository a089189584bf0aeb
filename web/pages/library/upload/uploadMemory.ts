import { type RememberedUpload, UploadDatabase } from './uploadDatabase.ts'
import type { UploadItem } from './uploadTypes.ts'

const largestContent = 256 * 1024 * 1024
const maxContent = 2 * 1024 * 1024 * 1024
const shareOfFreeSpace = 0.25
const retentionMilliseconds = 7 * 24 * 60 * 60 * 1000

/** An upload that an earlier page has started. `content` is null if the file was too large to keep. */
export interface UnfinishedUpload {
  readonly upload: RememberedUpload
  readonly content: Blob | null
}

interface UploadMemoryOptions {
  readonly accountId: string
  readonly indexedDB: IDBFactory
  readonly locks: LockManager
  /** Limit of the kept contents in bytes; by default a quarter of the free space, at most 2 GiB. */
  readonly maxContent?: number
}

/**
 * Stores one page's uploads of one account so that a later page can resume them. Each page holds a lock while it is
 * open. Uploads of a page that no longer holds its lock are unfinished; the first page that claims them gets them. If
 * an upload cannot be stored (no space, a private window), it still runs but does not survive a reload.
 */
export class UploadMemory {
  readonly #options: UploadMemoryOptions
  readonly #session = crypto.randomUUID()
  /** Resolves with null if the browser does not provide storage. */
  readonly #database: Promise<UploadDatabase | null>
  readonly #remembered = new Set<string>()
  readonly #kept = new Map<string, number>()
  readonly #channel: BroadcastChannel
  /** Other pages whose locks this page waits for. */
  readonly #awaited = new Set<string>()
  #freeContent = 0
  #nextPosition = 0
  #isClosed = false
  #writes: Promise<void> = Promise.resolve()
  /** A queue of its own, because records must not wait until gigabytes are copied. */
  #contentWrites: Promise<void> = Promise.resolve()
  #releaseSession: () => void = () => undefined
  #changedElsewhere: () => void = () => undefined

  constructor(options: UploadMemoryOptions) {
    this.#options = options
    this.#channel = new BroadcastChannel(this.#lockName('changes'))
    this.#database = this.#open().catch(() => null)
  }

  /** Releases the page's lock, so that another page can claim its unfinished uploads. */
  async close(): Promise<void> {
    await this.settled()
    const database = await this.#database
    database?.close()
    this.#releaseSession()
    this.#notifyOthers()
    this.#isClosed = true
    this.#channel.close()
  }

  /** Stores the records immediately, then the contents one after the other while there is space. */
  remember(items: readonly UploadItem[]): void {
    const records = items.map(({ id, name, size, type, lastModified, uploadUrl, album, imageId }) => ({
      accountId: this.#options.accountId,
      session: this.#session,
      rememberedAt: Date.now(),
      position: this.#nextPosition++,
      id,
      name,
      size,
      type,
      lastModified,
      uploadUrl,
      album,
      imageId,
    }))
    for (const { id } of items) this.#remembered.add(id)
    this.#write((database) => database.put(records))
    // Other pages then learn of these uploads and wait for the end of this page.
    this.#write(async () => this.#notifyOthers())
    for (const { id, file } of items) {
      if (file !== null) this.#writeContent((database) => this.#keepContent(database, id, file))
    }
  }

  noteUrl(id: string, uploadUrl: string): void {
    this.#write((database) => database.change(this.#options.accountId, id, { uploadUrl }))
  }

  /** Records that the photo is stored and only has to be added to its album. */
  noteStored(id: string, imageId: string): void {
    this.#write((database) => database.change(this.#options.accountId, id, { imageId }))
  }

  forget(ids: readonly string[]): void {
    const known = ids.filter((id) => this.#remembered.delete(id))
    if (known.length === 0) return
    this.#write(async (database) => {
      await database.delete(this.#options.accountId, known)
      for (const id of known) this.#freeContent += this.#kept.get(id) ?? 0
      for (const id of known) this.#kept.delete(id)
    })
  }

  /** Resolves when all writes until now have ended. */
  async settled(): Promise<void> {
    await this.#database
    await this.#writes
    await this.#contentWrites
  }

  /** Calls back when another page has stored, claimed or released uploads, or has ended. */
  onChangedElsewhere(changed: () => void): void {
    this.#changedElsewhere = changed
    this.#channel.addEventListener('message', changed)
  }

  async countUnfinished(): Promise<number> {
    return (await this.#read((database) => this.#unfinished(database)))?.length ?? 0
  }

  /** Assigns the unfinished uploads to this page, except those that another page has claimed. */
  async claimUnfinished(): Promise<UnfinishedUpload[]> {
    const claimed: UnfinishedUpload[] = []
    await this.#read((database) =>
      this.#options.locks.request(this.#lockName('take'), async () => {
        for (const upload of await this.#unfinished(database)) claimed.push(await this.#claim(database, upload))
      }),
    )
    this.#notifyOthers()
    return claimed
  }

  async #claim(database: UploadDatabase, upload: RememberedUpload): Promise<UnfinishedUpload> {
    const { accountId } = this.#options
    await database.change(accountId, upload.id, { session: this.#session })
    const content = await database.content(accountId, upload.id)
    this.#remembered.add(upload.id)
    if (content) this.#kept.set(upload.id, content.size)
    return { upload, content }
  }

  /** Opens the database and acquires the page's lock, before the first upload can be stored. */
  async #open(): Promise<UploadDatabase> {
    const database = await UploadDatabase.open(this.#options.indexedDB)
    await database.deleteOlder(Date.now() - retentionMilliseconds)
    this.#freeContent = this.#options.maxContent ?? (await contentAllowance())
    await new Promise<void>((resolve, reject) => {
      const lock = this.#options.locks.request(this.#lockName(this.#session), async () => {
        resolve()
        await new Promise<void>((release) => (this.#releaseSession = release))
      })
      lock.catch(reject)
    })
    return database
  }

  async #keepContent(database: UploadDatabase, id: string, file: Blob): Promise<void> {
    // A short upload may end before its content is copied. The content then needs no copy.
    if (!this.#remembered.has(id) || this.#kept.has(id)) return
    if (file.size > largestContent || file.size > this.#freeContent) return
    await database.putContent(this.#options.accountId, id, file)
    if (!this.#remembered.has(id)) return
    this.#freeContent -= file.size
    this.#kept.set(id, file.size)
  }

  async #unfinished(database: UploadDatabase): Promise<RememberedUpload[]> {
    const held = new Set((await this.#options.locks.query()).held?.map(({ name }) => name))
    const uploads = await database.list(this.#options.accountId)
    for (const { session } of uploads) if (held.has(this.#lockName(session))) this.#awaitEnd(session)
    return uploads.filter(({ session }) => !held.has(this.#lockName(session)))
  }

  /**
   * Waits for the end of another page. A page that is closed or crashes cannot report its end, but the browser releases
   * its lock.
   */
  #awaitEnd(session: string): void {
    if (session === this.#session || this.#awaited.has(session)) return
    this.#awaited.add(session)
    const ended = this.#options.locks.request(this.#lockName(session), { mode: 'shared' }, () => undefined)
    ended.then(
      () => {
        this.#awaited.delete(session)
        return this.#isClosed ? undefined : this.#changedElsewhere()
      },
      () => undefined,
    )
  }

  /**
   * Reads from the database. Resolves with null if the database does not exist: the browser may delete it at any time.
   */
  async #read<Result>(work: (database: UploadDatabase) => Promise<Result>): Promise<Result | null> {
    await this.#writes
    const database = await this.#database
    try {
      return database && (await work(database))
    } catch {
      return null
    }
  }

  #notifyOthers(): void {
    if (this.#isClosed) return
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin only
    this.#channel.postMessage('changed')
  }

  #lockName(session: string): string {
    return `keepsake-uploads:${this.#options.accountId}:${session}`
  }

  #write(work: (database: UploadDatabase) => Promise<void>): void {
    this.#writes = this.#writeAfter(this.#writes, work)
  }

  #writeContent(work: (database: UploadDatabase) => Promise<void>): void {
    const facts = this.#writes
    const earlier = this.#contentWrites.then(() => facts)
    this.#contentWrites = this.#writeAfter(earlier, work)
  }

  async #writeAfter(earlier: Promise<void>, work: (database: UploadDatabase) => Promise<void>): Promise<void> {
    await earlier
    const database = await this.#database
    try {
      if (database) await work(database)
    } catch {
      // There is no space: the upload runs without being stored.
    }
  }
}

async function contentAllowance(): Promise<number> {
  if (!('storage' in navigator)) return maxContent
  const { quota = 0, usage = 0 } = await navigator.storage.estimate()
  return Math.min(maxContent, (quota - usage) * shareOfFreeSpace)
}
