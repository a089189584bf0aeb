import type { StorageUsage } from '../../../shared/storage/storageUsage.ts'
import { checkFile } from './fileChecks.ts'
import type { RemainingTime } from './remainingTime.ts'
import type { ReceivedUpload, ReceivedUploads } from './receivedUploads.ts'
import type { UnfinishedUpload } from './uploadMemory.ts'
import type { UploadAlbum } from '../../../shared/uploadContext.ts'
import { type AlbumState, isRefusal, type UploadItem, type UploadSnapshot, type UploadState } from './uploadTypes.ts'

/** The state of a queue apart from its items. */
export interface SnapshotParts {
  readonly isSignedOut: boolean
  readonly leftOut: number
  readonly isNoneFound: boolean
  readonly usage: StorageUsage | null
  readonly unfinished: number
}

/** What storage accepts at the moment, in bytes. */
export interface StorageLimits {
  /** The largest accepted file size; null if unknown. */
  readonly maxFileSize: number | null
  /** What is left of the account's storage space; infinite if there is no quota. */
  readonly room: number
}

/** Makes an item from a chosen file. A file that storage would not accept is refused at once. */
export function newItem(
  file: File,
  { maxFileSize, room }: StorageLimits,
  album: UploadAlbum | null = null,
): UploadItem {
  const refusal = checkFile(file, maxFileSize) ?? (file.size > room ? 'QUOTA_EXCEEDED' : null)
  const { name, size, type, lastModified } = file
  return {
    id: crypto.randomUUID(),
    name,
    size,
    type,
    lastModified,
    file,
    state: refusal === null ? 'chosen' : 'failed',
    failure: refusal,
    bytesSent: 0,
    isWaiting: false,
    uploadUrl: null,
    imageId: null,
    keptUntil: null,
    hasPicture: true,
    album,
    albumState: null,
  }
}

/**
 * Makes an item from an earlier page's upload. If its content was kept, the item is queued; otherwise the user must
 * choose the file again. If the photo is already stored, it only has to be added to its album.
 */
export function restoredItem({ upload, content }: UnfinishedUpload): UploadItem {
  const { id, name, size, type, lastModified, uploadUrl, album = null, imageId = null } = upload
  const isStored = imageId !== null
  return {
    id,
    name,
    size,
    type,
    lastModified,
    uploadUrl,
    file: content,
    state: isStored ? 'added' : content ? 'queued' : 'failed',
    failure: isStored || content ? null : 'CHOOSE_AGAIN',
    bytesSent: isStored ? size : 0,
    isWaiting: false,
    imageId,
    keptUntil: null,
    hasPicture: true,
    album,
    albumState: isStored && album ? 'pending' : null,
  }
}

/**
 * Makes an item for each file that earlier pages have uploaded before the sign-in. The items of expired files have
 * failed, because storage no longer keeps these files.
 */
export function receivedItems(received: Pick<ReceivedUploads, 'list'> | undefined): UploadItem[] {
  return (received?.list() ?? []).map((upload) => {
    const item = receivedItem(upload, 'kept')
    return Date.parse(upload.keptUntil) > Date.now() ? item : { ...item, state: 'failed', failure: 'EXPIRED' }
  })
}

/**
 * What the browser remembers of a file that storage has received before the sign-in. Null if there is no such item, or
 * if its upload has no URL.
 */
export function receivedUpload(item: UploadItem | undefined, keptUntil: string): ReceivedUpload | null {
  if (!item || item.uploadUrl === null) return null
  const { uploadUrl, name, size, lastModified } = item
  return { uploadUrl, name, size, lastModified, keptUntil }
}

/** Makes an item from a file that storage has received on an earlier page, before the sign-in. */
export function receivedItem(
  { uploadUrl, name, size, lastModified, keptUntil }: ReceivedUpload,
  state: 'kept' | 'processing',
): UploadItem {
  return {
    id: crypto.randomUUID(),
    name,
    size,
    type: '',
    lastModified,
    uploadUrl,
    file: null,
    state,
    failure: null,
    bytesSent: size,
    isWaiting: false,
    imageId: null,
    keptUntil,
    hasPicture: true,
    album: null,
    albumState: null,
  }
}

/** Files with the same key are treated as the same file, without reading them. */
export function fileKey({ name, size, lastModified }: Pick<UploadItem, 'name' | 'size' | 'lastModified'>): string {
  return `${size}/${lastModified}/${name}`
}

export function isActive({ state, albumState }: UploadItem): boolean {
  return state === 'queued' || state === 'uploading' || state === 'processing' || albumState === 'pending'
}

export function summarize(
  items: readonly UploadItem[],
  parts: SnapshotParts,
  remainingTime: RemainingTime,
): UploadSnapshot {
  const counts: Record<UploadState, number> = {
    chosen: 0,
    queued: 0,
    uploading: 0,
    processing: 0,
    kept: 0,
    added: 0,
    duplicate: 0,
    failed: 0,
    cancelled: 0,
  }
  const albumCounts: Record<AlbumState, number> = { pending: 0, done: 0, failed: 0 }
  let bytesDone = 0
  let bytesTotal = 0
  for (const item of items) {
    counts[item.state] += 1
    if (item.albumState) albumCounts[item.albumState] += 1
    if (item.state === 'chosen' || item.state === 'cancelled') continue
    // Files that were refused before a byte was sent do not count.
    if (item.state === 'failed' && item.uploadUrl === null) continue
    bytesTotal += item.size
    bytesDone += isActive(item) ? Math.min(item.bytesSent, item.size) : item.size
  }
  const isRunning = counts.queued + counts.uploading + counts.processing + albumCounts.pending > 0
  const { isSignedOut, ...noted } = parts
  const waitingFor = isRunning ? obstacleOf(items, isSignedOut) : null
  if (!isRunning || waitingFor !== null) remainingTime.reset()
  const minutesLeft = isRunning ? remainingTime.minutes(performance.now(), bytesDone, bytesTotal) : null
  return { items, counts, albumCounts, bytesDone, bytesTotal, isRunning, minutesLeft, waitingFor, ...noted }
}

/**
 * The reason why all uploads are blocked: the user is signed out, the browser is offline, or every active upload waits
 * for storage. Null if none of these is true.
 */
function obstacleOf(items: readonly UploadItem[], isSignedOut: boolean): UploadSnapshot['waitingFor'] {
  if (isSignedOut) return 'signIn'
  if (!navigator.onLine) return 'connection'
  const active = items.filter(({ state }) => state === 'uploading' || state === 'processing')
  return active.length > 0 && active.every(({ isWaiting }) => isWaiting) ? 'service' : null
}

/** `chosen`: nothing has been sent yet. Files that were refused when they were chosen are shown with their reasons. */
export type UploadPhase = 'empty' | 'chosen' | 'running' | 'ended'

export function phaseOf({ items, counts, isRunning }: UploadSnapshot): UploadPhase {
  if (isRunning) return 'running'
  if (items.length === 0) return 'empty'
  return counts.chosen > 0 || items.every(isRefusedUnsent) ? 'chosen' : 'ended'
}

function isRefusedUnsent({ failure, bytesSent }: UploadItem): boolean {
  return failure !== null && isRefusal(failure) && bytesSent === 0
}

/** The added photos whose pictures cannot be shown. */
export function countWithoutPicture({ items }: UploadSnapshot): number {
  return items.filter(({ state, hasPicture }) => state === 'added' && !hasPicture).length
}
