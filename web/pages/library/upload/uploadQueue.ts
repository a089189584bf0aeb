import type { UploadAlbum } from '../../../shared/uploadContext.ts'
import { ChangeNotifier } from './changeNotifier.ts'
import { fetchLargestFile } from './largestFile.ts'
import { RemainingTime } from './remainingTime.ts'
import { transfer } from './transfer.ts'
import { terminateTransfer } from './transferAttempt.ts'
import type { UploadQueueOptions } from './uploadQueueOptions.ts'
import { isActive, newItem, restoredItem, sameness, type SnapshotParts, summarize } from './uploadSnapshot.ts'
import { type AlbumState, canRetry, type UploadItem, type UploadSnapshot } from './uploadTypes.ts'

/** Three keep a connection full; more would only make each of them slower, and a stalled one later to see. */
const mostTransfers = 3

interface Running {
  readonly controller: AbortController
  readonly ended: Promise<void>
}

/**
 * The uploads of one account on one page. Knows no framework: `subscribe` and `getSnapshot` are what an external store
 * needs. A snapshot is never changed; an item that has not changed is the same object in the next snapshot.
 */
export class UploadQueue {
  readonly #options: UploadQueueOptions
  readonly #notifier = new ChangeNotifier()
  readonly #running = new Map<string, Running>()
  readonly #remainingTime = new RemainingTime()
  #items = new Map<string, UploadItem>()
  #parts: SnapshotParts = { isSignedOut: false, leftOut: 0, unfinished: 0 }
  #snapshot: UploadSnapshot
  #largestFile: number | null = null
  #isClosed = false
  #isStale = false

  constructor(options: UploadQueueOptions) {
    this.#options = options
    this.#snapshot = summarize([], this.#parts, this.#remainingTime)
    options.memory?.onChangedElsewhere(() => void this.findUnfinished())
    window.addEventListener('online', this.#changed)
    window.addEventListener('offline', this.#changed)
  }

  readonly getSnapshot = (): UploadSnapshot => {
    if (this.#isStale) this.#snapshot = summarize([...this.#items.values()], this.#parts, this.#remainingTime)
    this.#isStale = false
    return this.#snapshot
  }

  readonly subscribe = this.#notifier.subscribe

  /** Asks storage for its limit, so that what is too large is refused when it is chosen and not only when it is sent. */
  async learnLimit(): Promise<void> {
    this.#largestFile ??= await fetchLargestFile(this.#options.endpoint)
  }

  /** Puts files on the list. Those that are there already (same name, size and time) are not put there twice. */
  add(files: readonly File[], leftOut = 0, album: UploadAlbum | null = null): void {
    const known = new Map([...this.#items.values()].map((item) => [sameness(item), item]))
    for (const file of files) {
      const before = known.get(sameness(file))
      if (before?.failure === 'CHOOSE_AGAIN') this.#reunite(before, file)
      if (before && before.state !== 'cancelled') continue
      if (before) this.#items.delete(before.id)
      const item = newItem(file, this.#largestFile, album)
      known.set(sameness(file), item)
      this.#items.set(item.id, item)
    }
    this.#parts = { ...this.#parts, leftOut: this.#parts.leftOut + leftOut }
    this.#changed()
    this.#pump()
  }

  /** Uploads what was chosen. */
  start(): void {
    const chosen = this.#inState('chosen')
    this.#options.memory?.remember(chosen)
    for (const { id } of chosen) this.#update(id, { state: 'queued' })
    this.resume()
  }

  /** Stops one upload and deletes what the server has of it. One that is being processed is in, and stays. */
  cancel(id: string): void {
    const item = this.#items.get(id)
    if (item?.state !== 'queued' && item?.state !== 'uploading') return
    this.#cancel([item])
  }

  cancelAll(): void {
    this.#cancel([...this.#inState('queued'), ...this.#inState('uploading')])
  }

  /** Takes something off the list that is not on its way. */
  remove(id: string): void {
    const item = this.#items.get(id)
    if (!item || isActive(item)) return
    this.#options.memory?.forget([id])
    if (item.state === 'failed') this.#terminate(item)
    this.#items.delete(id)
    this.#changed()
  }

  retry(id: string): void {
    const item = this.#items.get(id)
    if (!item || !canRetry(item)) return
    this.#requeue([item])
  }

  /** Tries everything again that failed and may succeed. */
  retryFailed(): void {
    this.#requeue(this.#inState('failed').filter(canRetry))
  }

  /** What became of adding photos to their albums; `pending`: it is tried again. */
  noteAlbum(ids: readonly string[], albumState: AlbumState): void {
    if (albumState === 'done') this.#options.memory?.forget(ids)
    for (const id of ids) this.#update(id, { albumState })
    this.#changed()
  }

  /** Empties the list, but for what is on its way. */
  clear(): void {
    const gone = [...this.#items.values()].filter((item) => !isActive(item))
    this.#options.memory?.forget(gone.map(({ id }) => id))
    for (const { id } of gone) this.#items.delete(id)
    this.#parts = { ...this.#parts, leftOut: 0 }
    this.#changed()
  }

  /** Looks for what earlier pages of this account left unfinished. */
  async findUnfinished(): Promise<void> {
    const unfinished = (await this.#options.memory?.countUnfinished()) ?? 0
    this.#parts = { ...this.#parts, unfinished }
    this.#changed()
  }

  /** Goes on with what earlier pages left unfinished, unless another page was faster. */
  async continueUnfinished(): Promise<void> {
    const taken = (await this.#options.memory?.takeUnfinished()) ?? []
    for (const unfinished of taken) this.#items.set(unfinished.upload.id, restoredItem(unfinished))
    this.#parts = { ...this.#parts, unfinished: 0 }
    this.resume()
  }

  /** Forgets what earlier pages left unfinished, here and at the server. */
  async discardUnfinished(): Promise<void> {
    const taken = (await this.#options.memory?.takeUnfinished()) ?? []
    this.#options.memory?.forget(taken.map(({ upload }) => upload.id))
    for (const { upload } of taken) this.#terminateUrl(upload.uploadUrl)
    this.#parts = { ...this.#parts, unfinished: 0 }
    this.#changed()
  }

  /** Stops everything without deleting anything: what is unfinished can be taken up later. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const { controller } of this.#running.values()) controller.abort()
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
    window.removeEventListener('online', this.#changed)
    window.removeEventListener('offline', this.#changed)
    this.#notifier.close()
    await this.#options.memory?.close()
  }

  #inState(state: UploadItem['state']): UploadItem[] {
    return [...this.#items.values()].filter((item) => item.state === state)
  }

  #cancel(items: readonly UploadItem[]): void {
    this.#options.memory?.forget(items.map(({ id }) => id))
    for (const item of items) {
      this.#update(item.id, { state: 'cancelled', bytesSent: 0, uploadUrl: null })
      this.#terminate(item)
    }
    this.#changed()
    this.#pump()
  }

  #requeue(items: readonly UploadItem[]): void {
    this.#options.memory?.remember(items)
    for (const { id } of items) this.#update(id, { state: 'queued', failure: null })
    this.resume()
  }

  #reunite(item: UploadItem, file: File): void {
    this.#options.memory?.remember([{ ...item, file }])
    this.#update(item.id, { file, state: 'queued', failure: null })
  }

  /** Goes on, after signing in again too. */
  resume(): void {
    this.#parts = { ...this.#parts, isSignedOut: false }
    this.#changed()
    this.#pump()
  }

  #pump(): void {
    if (this.#isClosed || this.#parts.isSignedOut) return
    for (const item of this.#items.values()) {
      if (this.#running.size >= mostTransfers) return
      if (item.state === 'queued' && item.file !== null && !this.#running.has(item.id)) this.#run(item, item.file)
    }
  }

  #run(item: UploadItem, file: Blob): void {
    const controller = new AbortController()
    this.#update(item.id, { state: 'uploading', isWaiting: false })
    const ended = this.#transfer(item, file, controller.signal).finally(() => {
      if (this.#running.get(item.id)?.controller === controller) this.#running.delete(item.id)
      this.#pump()
    })
    this.#running.set(item.id, { controller, ended })
  }

  async #transfer({ id, name, type, uploadUrl, album }: UploadItem, file: Blob, signal: AbortSignal): Promise<void> {
    const { accountId, endpoint, accessToken, memory, retryDelays, stalledMilliseconds } = this.#options
    const result = await transfer({
      file,
      name,
      type,
      uploadUrl,
      endpoint,
      accountId,
      accessToken,
      signal,
      stalledMilliseconds,
      ...(retryDelays && { retryDelays }),
      onUrl: (url) => {
        this.#update(id, { uploadUrl: url })
        memory?.noteUrl(id, url)
      },
      onProgress: (bytesSent) => this.#progressed(id, bytesSent),
      onSent: () => this.#update(id, { state: 'processing', isWaiting: false }),
      onWaiting: () => this.#update(id, { isWaiting: true }),
    })
    if (result.kind === 'stopped') return
    if (result.kind === 'stored') {
      const { imageId, duplicate } = result
      if (album) memory?.noteStored(id, imageId)
      else memory?.forget([id])
      const albumState = album && 'pending'
      this.#update(id, { state: duplicate ? 'duplicate' : 'added', bytesSent: file.size, imageId, albumState })
    } else if (result.failure === 'SIGNED_OUT') {
      this.#parts = { ...this.#parts, isSignedOut: true }
      this.#update(id, { state: 'queued' })
    } else {
      this.#fail(id, result.failure)
    }
  }

  #fail(id: string, failure: NonNullable<UploadItem['failure']>): void {
    this.#update(id, { state: 'failed', failure })
    const item = this.#items.get(id)
    // What can be tried again is still there after a reload.
    if (item && !canRetry(item)) this.#options.memory?.forget([id])
  }

  #progressed(id: string, bytesSent: number): void {
    const item = this.#items.get(id)
    if (!item || !isActive(item)) return
    const state = bytesSent < item.size ? 'uploading' : item.state
    // Resuming may go back to what really arrived; a person sees a bar that only moves on.
    this.#items.set(id, { ...item, state, isWaiting: false, bytesSent: Math.max(bytesSent, item.bytesSent) })
    this.#changedByItself()
  }

  #terminate(item: UploadItem): void {
    this.#running.get(item.id)?.controller.abort()
    this.#running.delete(item.id)
    this.#terminateUrl(item.uploadUrl)
  }

  #terminateUrl(uploadUrl: string | null): void {
    if (uploadUrl === null) return
    // The server lets unfinished uploads expire by itself.
    void terminateTransfer(uploadUrl, this.#options).catch(() => undefined)
  }

  #update(id: string, change: Partial<UploadItem>): void {
    const item = this.#items.get(id)
    if (!item) return
    this.#items.set(id, { ...item, ...change })
    this.#changedByItself()
  }

  readonly #changed = (): void => {
    this.#isStale = true
    this.#notifier.now()
  }

  #changedByItself(): void {
    this.#isStale = true
    this.#notifier.soon()
  }
}
