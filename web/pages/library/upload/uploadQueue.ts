import type { UploadAlbum } from '../../../shared/uploadContext.ts'
import { ChangeNotifier } from './changeNotifier.ts'
import { fetchLimits } from './fetchLimits.ts'
import { OutcomeWatch } from './OutcomeWatch.ts'
import { RemainingTime } from './remainingTime.ts'
import { isDecided, type StorageOutcome } from './storageAnswer.ts'
import { StorageRoom } from './storageRoom.ts'
import { transfer } from './transfer.ts'
import { terminateLater } from './transferAttempt.ts'
import type { UploadQueueOptions } from './uploadQueueOptions.ts'
import {
  isActive,
  newItem,
  receivedItem,
  receivedItems,
  receivedUpload,
  restoredItem,
  fileKey,
  type SnapshotParts,
  summarize,
} from './uploadSnapshot.ts'
import type { ReceivedUpload } from './receivedUploads.ts'
import { type AlbumState, canRetry, canStop, type UploadItem, type UploadSnapshot } from './uploadTypes.ts'

/** Three transfers use the full bandwidth. More would slow each one down and delay the detection of stalled ones. */
const maxTransfers = 3

interface Running {
  readonly controller: AbortController
  readonly ended: Promise<void>
}

/**
 * The uploads of one account on one page. The queue is independent of React: `subscribe` and `getSnapshot` have the
 * form that `useSyncExternalStore` needs. Snapshots are immutable; unchanged items are the same objects in the next
 * snapshot.
 */
export class UploadQueue {
  readonly #options: UploadQueueOptions
  readonly #notifier = new ChangeNotifier()
  readonly #running = new Map<string, Running>()
  readonly #remainingTime = new RemainingTime()
  readonly #outcomes: OutcomeWatch
  readonly #room = new StorageRoom()
  readonly #closing = new AbortController()
  #items = new Map<string, UploadItem>()
  #parts: SnapshotParts = { isSignedOut: false, leftOut: 0, isNoneFound: false, usage: null, unfinished: 0 }
  #snapshot: UploadSnapshot
  #maxFileSize: number | null = null
  #fetchingLimits: Promise<void> | null = null
  #isClosed = false
  #isStale = false

  constructor(options: UploadQueueOptions) {
    this.#options = options
    // The files that earlier pages have uploaded before the sign-in.
    for (const item of receivedItems(options.received)) this.#items.set(item.id, item)
    this.#outcomes = new OutcomeWatch({ ...options, onDecided: (id, outcome) => this.#decided(id, outcome) })
    this.#snapshot = summarize([...this.#items.values()], this.#parts, this.#remainingTime)
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

  /** Fetches storage's limits, so that files that are too large, or do not fit, are refused when they are chosen. */
  async fetchLimits(): Promise<void> {
    this.#fetchingLimits ??= this.#fetchLimits().finally(() => {
      this.#fetchingLimits = null
    })
    return this.#fetchingLimits
  }

  async #fetchLimits(): Promise<void> {
    const { maxFileSize, usage } = await fetchLimits(this.#options, this.#maxFileSize, this.#closing.signal)
    this.#maxFileSize = maxFileSize
    this.#room.update(usage, this.#items.values())
    this.#parts = { ...this.#parts, usage }
    this.#changed()
  }

  /** Adds files to the list. Skips files that are in it already (same name, size and modification time). */
  add(files: readonly File[], leftOut = 0, album: UploadAlbum | null = null): void {
    const known = new Map([...this.#items.values()].map((item) => [fileKey(item), item]))
    let room = this.#room.left(this.#items.values())
    for (const file of files) {
      const before = known.get(fileKey(file))
      if (before?.failure === 'CHOOSE_AGAIN') this.#attachFile({ ...before, file })
      if (before && before.state !== 'cancelled') continue
      if (before) this.#items.delete(before.id)
      const limits = { maxFileSize: this.#maxFileSize, room }
      const item = newItem(file, limits, album)
      if (item.failure === null) room -= item.size
      known.set(fileKey(file), item)
      this.#items.set(item.id, item)
    }
    const isNoneFound = files.length + leftOut === 0
    this.#parts = { ...this.#parts, leftOut: this.#parts.leftOut + leftOut, isNoneFound }
    this.#changed()
    this.#pump()
  }

  /** Starts to upload the chosen files. */
  start(): void {
    const chosen = this.#inState('chosen')
    this.#options.memory?.remember(chosen)
    for (const { id } of chosen) this.#update(id, { state: 'queued' })
    this.resume()
  }

  /**
   * Stops one upload and deletes it at the server. If storage has the whole file already, the photo is added after all.
   */
  cancel(id: string): void {
    const item = this.#items.get(id)
    if (item && canStop(item)) this.#cancel([item])
  }

  cancelAll(): void {
    this.#cancel([...this.#items.values()].filter(canStop))
  }

  /** Removes an inactive item from the list. */
  remove(id: string): void {
    const item = this.#items.get(id)
    if (!item || isActive(item)) return
    this.#options.memory?.forget([id])
    if (item.uploadUrl !== null) this.#options.received?.forget([item.uploadUrl])
    if (item.state === 'failed' || item.state === 'kept') this.#terminate(item)
    this.#items.delete(id)
    this.#changed()
  }

  retry(id: string): void {
    const item = this.#items.get(id)
    if (item && canRetry(item)) this.#requeue([item])
  }

  /** Retries all failed uploads that may succeed. */
  retryFailed(): void {
    this.#requeue(this.#inState('failed').filter(canRetry))
  }

  /** Stores the result of adding photos to their albums. `pending` schedules a retry. */
  setAlbumState(ids: readonly string[], albumState: AlbumState): void {
    if (albumState === 'done') this.#options.memory?.forget(ids)
    for (const id of ids) this.#update(id, { albumState })
    this.#changed()
  }

  /** Removes all inactive items from the list. */
  clear(): void {
    const gone = [...this.#items.values()].filter((item) => !isActive(item))
    this.#options.memory?.forget(gone.map(({ id }) => id))
    for (const { id } of gone) this.#items.delete(id)
    this.#parts = { ...this.#parts, leftOut: 0, isNoneFound: false }
    this.#changed()
  }

  /** Counts the unfinished uploads of this account's earlier pages. */
  async findUnfinished(): Promise<void> {
    const unfinished = (await this.#options.memory?.countUnfinished()) ?? 0
    this.#parts = { ...this.#parts, unfinished }
    this.#changed()
  }

  /** Resumes the unfinished uploads of earlier pages, except those that another page has claimed. */
  async continueUnfinished(): Promise<void> {
    const claimed = (await this.#options.memory?.claimUnfinished()) ?? []
    for (const unfinished of claimed) this.#items.set(unfinished.upload.id, restoredItem(unfinished))
    this.#parts = { ...this.#parts, unfinished: 0 }
    this.resume()
  }

  /** Deletes the unfinished uploads of earlier pages, in this browser and at the server. */
  async discardUnfinished(): Promise<void> {
    const claimed = (await this.#options.memory?.claimUnfinished()) ?? []
    this.#options.memory?.forget(claimed.map(({ upload }) => upload.id))
    for (const { upload } of claimed) terminateLater(upload.uploadUrl, this.#options)
    this.#parts = { ...this.#parts, unfinished: 0 }
    this.#changed()
  }

  /** Stops all uploads without deleting anything: they can be resumed later. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#outcomes.close()
    this.#closing.abort()
    for (const { controller } of this.#running.values()) controller.abort()
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
    window.removeEventListener('online', this.#changed)
    window.removeEventListener('offline', this.#changed)
    this.#notifier.close()
    await this.#options.memory?.close()
  }

  /**
   * Follows files that the account has claimed, as if this page had uploaded them. An `outcome` of null means that
   * storage does not keep the file any more.
   */
  addClaimed(claimed: readonly { readonly upload: ReceivedUpload; readonly outcome: StorageOutcome | null }[]): void {
    for (const { upload, outcome } of claimed) {
      const item = receivedItem(upload, 'processing')
      this.#items.set(item.id, item)
      if (outcome === null) this.#fail(item.id, 'EXPIRED')
      else if (isDecided(outcome)) this.#decided(item.id, outcome)
      else this.#outcomes.follow(item.id, upload.uploadUrl)
    }
    this.#changed()
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

  #attachFile(item: UploadItem): void {
    this.#options.memory?.remember([item])
    this.#update(item.id, { file: item.file, state: 'queued', failure: null })
  }

  /** Starts queued uploads, including those that stopped because the user was no longer signed in. */
  resume(): void {
    this.#parts = { ...this.#parts, isSignedOut: false }
    this.#changed()
    this.#pump()
  }

  #pump(): void {
    if (this.#isClosed || this.#parts.isSignedOut) return
    for (const item of this.#items.values()) {
      if (this.#running.size >= maxTransfers) return
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
    const { memory } = this.#options
    const result = await transfer({
      ...this.#options,
      file,
      name,
      type,
      uploadUrl,
      signal,
      onUrl: (url) => {
        this.#update(id, { uploadUrl: url })
        memory?.noteUrl(id, url)
      },
      onProgress: (bytesSent) => this.#progressed(id, bytesSent),
      onSent: () => this.#update(id, { state: 'processing', isWaiting: false }),
      onWaiting: () => this.#update(id, { isWaiting: true }),
    })
    if (result.kind === 'stopped') return
    if (result.kind === 'received') return this.#received(id, result.keptUntil)
    if (result.kind === 'kept') {
      const { imageId } = result
      if (album) memory?.noteStored(id, imageId)
      else memory?.forget([id])
      this.#update(id, { state: 'processing', bytesSent: file.size, imageId, albumState: album && 'pending' })
      const { uploadUrl: url = null } = this.#items.get(id) ?? {}
      if (result.isVisible || url === null) this.#decided(id, result)
      else this.#outcomes.follow(id, url)
    } else if (result.failure === 'SIGNED_OUT') {
      this.#parts = { ...this.#parts, isSignedOut: true }
      this.#update(id, { state: 'queued' })
    } else {
      this.#fail(id, result.failure)
    }
  }

  /** Remembers a file that storage keeps until an account claims it. */
  #received(id: string, keptUntil: string): void {
    const upload = receivedUpload(this.#items.get(id), keptUntil)
    if (!upload) return
    this.#options.received?.add(upload)
    this.#options.memory?.forget([id])
    this.#update(id, { state: 'kept', bytesSent: upload.size, keptUntil })
  }

  /** Handles the outcome of a kept file: it has become a visible photo, or was refused after all. */
  #decided(id: string, outcome: StorageOutcome | null): void {
    if (outcome?.kind === 'kept') {
      const { duplicate, hasPicture, imageId } = outcome
      const { album = null, albumState = null } = this.#items.get(id) ?? {}
      const state = duplicate ? 'duplicate' : 'added'
      return this.#update(id, { state, hasPicture, imageId, albumState: albumState ?? (album && 'pending') })
    }
    this.#update(id, { imageId: null, albumState: null, uploadUrl: null })
    this.#fail(id, outcome?.kind === 'refused' ? outcome.failure : 'SERVICE_UNAVAILABLE')
  }

  #fail(id: string, failure: NonNullable<UploadItem['failure']>): void {
    this.#update(id, { state: 'failed', failure })
    // Another device may have used the space meanwhile: fetch the space that is left.
    if (failure === 'QUOTA_EXCEEDED') void this.fetchLimits()
    const item = this.#items.get(id)
    // Only failed uploads that can be retried are remembered across a reload.
    if (item && !canRetry(item)) this.#options.memory?.forget([id])
  }

  #progressed(id: string, bytesSent: number): void {
    const item = this.#items.get(id)
    if (!item || !isActive(item)) return
    const state = bytesSent < item.size ? 'uploading' : item.state
    // Resuming may go back to the bytes that really arrived. The shown progress must not go back.
    this.#items.set(id, { ...item, state, isWaiting: false, bytesSent: Math.max(bytesSent, item.bytesSent) })
    this.#changedByItself()
  }

  #terminate({ id, size, uploadUrl }: UploadItem): void {
    this.#running.get(id)?.controller.abort()
    this.#running.delete(id)
    terminateLater(uploadUrl, this.#options, (finishedUrl) => {
      if (this.#items.get(id)?.state !== 'cancelled') return
      this.#update(id, { state: 'processing', bytesSent: size, uploadUrl: finishedUrl })
      this.#outcomes.follow(id, finishedUrl)
    })
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
