import { checkFile } from './fileChecks.ts'
import type { RemainingTime } from './remainingTime.ts'
import type { UnfinishedUpload } from './uploadMemory.ts'
import type { UploadAlbum } from '../../../shared/uploadContext.ts'
import type { AlbumState, UploadItem, UploadSnapshot, UploadState } from './uploadTypes.ts'

/** What a queue knows besides its items. */
export interface SnapshotParts {
  readonly isSignedOut: boolean
  readonly leftOut: number
  readonly unfinished: number
}

/** A chosen file; one that can never be taken is refused at once. */
export function newItem(file: File, largestFile: number | null, album: UploadAlbum | null = null): UploadItem {
  const refusal = checkFile(file, largestFile)
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
    album,
    albumState: null,
  }
}

/** An upload of an earlier page, ready to go on or, without its content, to be chosen again; or in, but not in its album. */
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
    album,
    albumState: isStored && album ? 'pending' : null,
  }
}

/** The same for files that are taken for the same without reading them. */
export function sameness({ name, size, lastModified }: Pick<UploadItem, 'name' | 'size' | 'lastModified'>): string {
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
    // Refused before a byte was sent: not a part of the work.
    if (item.state === 'failed' && item.uploadUrl === null) continue
    bytesTotal += item.size
    bytesDone += isActive(item) ? Math.min(item.bytesSent, item.size) : item.size
  }
  const isRunning = counts.queued + counts.uploading + counts.processing + albumCounts.pending > 0
  const { isSignedOut, leftOut, unfinished } = parts
  const waitingFor = isRunning ? obstacleOf(items, isSignedOut) : null
  if (!isRunning || waitingFor !== null) remainingTime.forget()
  const minutesLeft = isRunning ? remainingTime.minutes(performance.now(), bytesDone, bytesTotal) : null
  return { items, counts, albumCounts, bytesDone, bytesTotal, isRunning, minutesLeft, waitingFor, leftOut, unfinished }
}

/** What keeps everything from moving; null when something moves, or is about to. */
function obstacleOf(items: readonly UploadItem[], isSignedOut: boolean): UploadSnapshot['waitingFor'] {
  if (isSignedOut) return 'signIn'
  if (!navigator.onLine) return 'connection'
  const onTheirWay = items.filter(({ state }) => state === 'uploading' || state === 'processing')
  return onTheirWay.length > 0 && onTheirWay.every(({ isWaiting }) => isWaiting) ? 'service' : null
}
