import type { UploadAlbum } from '../../../shared/uploadContext.ts'

/** Where one file is. `chosen`: in the list, not started; the last four are ends, of which the last two can begin again. */
export type UploadState =
  | 'chosen'
  | 'queued'
  | 'uploading'
  | 'processing'
  | 'added'
  | 'duplicate'
  | 'failed'
  | 'cancelled'

/** What storage says of a file that it will never take. */
export const refusals = ['UNSUPPORTED_TYPE', 'DAMAGED_FILE', 'EMPTY_FILE', 'TOO_MANY_PIXELS', 'FILE_TOO_LARGE'] as const

export type Refusal = (typeof refusals)[number]

/** Why a file did not come in. All but the refusals and `CHOOSE_AGAIN` can be tried again as they are. */
export type UploadFailure =
  | Refusal
  | 'CHOOSE_AGAIN'
  | 'UNREADABLE_FILE'
  | 'CONNECTION_LOST'
  | 'SERVICE_UNAVAILABLE'
  | 'SIGNED_OUT'
  | 'REFUSED'

/** Whether a photo that is in is in its album, too. */
export type AlbumState = 'pending' | 'done' | 'failed'

export interface UploadItem {
  readonly id: string
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly type: string
  /** Milliseconds since 1970. */
  readonly lastModified: number
  /** Null when an earlier page chose it and its content was too large to keep. */
  readonly file: Blob | null
  readonly state: UploadState
  readonly bytesSent: number
  /** Its connection broke or stood still, and the next try has moved nothing yet. */
  readonly isWaiting: boolean
  readonly failure: UploadFailure | null
  /** The address of a transfer that has begun. */
  readonly uploadUrl: string | null
  readonly imageId: string | null
  /** The album that it is to be added to. */
  readonly album: UploadAlbum | null
  /** Null until it is in, and where it has no album. */
  readonly albumState: AlbumState | null
}

export interface UploadSnapshot {
  readonly items: readonly UploadItem[]
  readonly counts: Readonly<Record<UploadState, number>>
  /** The same of those that are in and have an album. */
  readonly albumCounts: Readonly<Record<AlbumState, number>>
  /** Over everything that has begun and was not cancelled; what has ended, well or not, counts whole. */
  readonly bytesDone: number
  readonly bytesTotal: number
  /** Something is queued, uploading or processing, or is still to be added to its album. */
  readonly isRunning: boolean
  /** Whole minutes until the end, 0 for less than one; null while it cannot be told. */
  readonly minutesLeft: number | null
  /** Why nothing moves, though something is waiting. */
  readonly waitingFor: 'connection' | 'signIn' | 'service' | null
  /** Files of folders that are obviously not photos. */
  readonly leftOut: number
  /** How many uploads an earlier page left unfinished. */
  readonly unfinished: number
}

/**
 * The token for one request; `refused` is the one that was refused just now, for which another is wanted. Resolves to
 * null when nobody is signed in any more; rejects when that could not be found out.
 */
export type AccessToken = (refused: string | null) => Promise<string | null>

export function isRefusal(code: string): code is Refusal {
  return refusals.some((refusal) => refusal === code)
}

/** Whether the same file may be tried again without choosing it anew. */
export function canRetry(item: UploadItem): boolean {
  if (item.state === 'cancelled') return item.file !== null
  return item.state === 'failed' && item.failure !== null && !isRefusal(item.failure) && item.failure !== 'CHOOSE_AGAIN'
}
