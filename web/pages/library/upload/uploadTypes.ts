import type { StorageUsage } from '../../../shared/storage/storageUsage.ts'
import type { UploadAlbum } from '../../../shared/uploadContext.ts'

/**
 * The state of one file. `chosen`: not started. `kept`: uploaded before the sign-in. In `kept` and all states after it,
 * the upload has ended; `failed` and `cancelled` allow a retry.
 */
export type UploadState =
  | 'chosen'
  | 'queued'
  | 'uploading'
  | 'processing'
  | 'kept'
  | 'added'
  | 'duplicate'
  | 'failed'
  | 'cancelled'

/** Storage's codes for files that it can never accept. */
export const refusals = ['UNSUPPORTED_TYPE', 'DAMAGED_FILE', 'EMPTY_FILE', 'TOO_MANY_PIXELS', 'FILE_TOO_LARGE'] as const

export type Refusal = (typeof refusals)[number]

/** Why a file was not stored. `canRetry` says which failures can be retried with the same file. */
export type UploadFailure =
  | Refusal
  | 'CHOOSE_AGAIN'
  | 'UNREADABLE_FILE'
  | 'CONNECTION_LOST'
  | 'SERVICE_UNAVAILABLE'
  | 'SIGNED_OUT'
  | 'QUOTA_EXCEEDED'
  /** Storage accepts no more files before the sign-in. */
  | 'SIGN_IN_FIRST'
  /** Uploaded before the sign-in, and not kept any more. */
  | 'EXPIRED'
  | 'REFUSED'

/** Whether a stored photo was added to its album. */
export type AlbumState = 'pending' | 'done' | 'failed'

export interface UploadItem {
  readonly id: string
  readonly name: string
  /** The size in bytes. */
  readonly size: number
  readonly type: string
  /** Milliseconds since 1970. */
  readonly lastModified: number
  /** Null if the file was chosen on an earlier page and was too large to keep. */
  readonly file: Blob | null
  readonly state: UploadState
  readonly bytesSent: number
  /** True from a lost or stalled connection until the next attempt makes progress. */
  readonly isWaiting: boolean
  readonly failure: UploadFailure | null
  /** The URL of the file's upload at storage; null if storage has no upload for the file. */
  readonly uploadUrl: string | null
  readonly imageId: string | null
  /** Until when storage keeps a file of a visitor (ISO 8601); null for all other files. */
  readonly keptUntil: string | null
  /** False if the photo is in the library, but its picture cannot be shown. */
  readonly hasPicture: boolean
  /** The album to which the photo will be added. */
  readonly album: UploadAlbum | null
  /** Null until the photo is stored, and if it has no album. */
  readonly albumState: AlbumState | null
}

export interface UploadSnapshot {
  readonly items: readonly UploadItem[]
  readonly counts: Readonly<Record<UploadState, number>>
  /** Counts of the stored photos that have an album. */
  readonly albumCounts: Readonly<Record<AlbumState, number>>
  /**
   * The sum over all started uploads except cancelled ones. Ended uploads, including failed ones, count with their full
   * size.
   */
  readonly bytesDone: number
  readonly bytesTotal: number
  /** True while any item is queued, uploading, processing or still to be added to its album. */
  readonly isRunning: boolean
  /** Whole minutes until the end, 0 for less than one; null while unknown. */
  readonly minutesLeft: number | null
  /** The reason why all uploads are blocked; null while they are not. */
  readonly waitingFor: 'connection' | 'signIn' | 'service' | null
  /** How much storage space the account uses; null while unknown, and without a quota. */
  readonly usage: StorageUsage | null
  /** How many files of chosen folders were skipped, because they are clearly not photos. */
  readonly leftOut: number
  /** True if the last choice contained no files at all, such as an empty folder. */
  readonly isNoneFound: boolean
  /** The number of unfinished uploads of earlier pages. */
  readonly unfinished: number
}

/**
 * Returns the token for one request. `refused` is a token that was just refused and must be renewed. Resolves with null
 * if the user is no longer signed in; rejects if that could not be determined.
 */
export type AccessToken = (refused: string | null) => Promise<string | null>

export function isRefusal(code: string): code is Refusal {
  return refusals.some((refusal) => refusal === code)
}

/**
 * Whether the upload can be stopped. This is possible until storage has answered that it keeps the file. All bytes may
 * seem to be sent long before that, because the browser also counts bytes that are still in the buffers of the
 * connection.
 */
export function canStop({ state, imageId }: UploadItem): boolean {
  return state === 'queued' || state === 'uploading' || (state === 'processing' && imageId === null)
}

/**
 * Whether the file can be retried without choosing it again. When storage accepts no more files before the sign-in, an
 * upload that has begun can still be retried later, because storage keeps the bytes that have arrived.
 */
export function canRetry(item: UploadItem): boolean {
  if (item.state === 'cancelled') return item.file !== null
  if (item.state !== 'failed' || item.failure === null || item.file === null) return false
  if (item.failure === 'SIGN_IN_FIRST') return item.uploadUrl !== null
  return !isRefusal(item.failure) && item.failure !== 'CHOOSE_AGAIN'
}
