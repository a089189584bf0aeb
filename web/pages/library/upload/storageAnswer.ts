import { isRefusal, type UploadFailure } from './uploadTypes.ts'

/** The outcome of an upload as storage reports it. `kept`: the photo is in the library only if `isVisible`. */
export type StorageOutcome =
  | { readonly kind: 'receiving' }
  /** Storage has all bytes of an upload without an owner. An account can claim it until `keptUntil` (ISO 8601). */
  | { readonly kind: 'received'; readonly keptUntil: string }
  | {
      readonly kind: 'kept'
      readonly imageId: string
      readonly duplicate: boolean
      readonly isVisible: boolean
      /** False if the photo's picture cannot be shown. */
      readonly hasPicture: boolean
    }
  | { readonly kind: 'refused'; readonly failure: UploadFailure }

/** Whether the file has become a photo, or was refused. */
export function isDecided(outcome: StorageOutcome): boolean {
  return outcome.kind === 'refused' || (outcome.kind === 'kept' && outcome.isVisible)
}

/** Reads the reason of a refusal from the `code` in the body, or from the status if a proxy has answered. */
export function readRefusal(status: number, body: string): UploadFailure {
  const code = parseObject(body)?.['code']
  if (code === 'QUOTA_EXCEEDED') return code
  if (code === 'ANONYMOUS_LIMIT_REACHED' || code === 'ANONYMOUS_STORAGE_FULL') return 'SIGN_IN_FIRST'
  if (typeof code === 'string' && isRefusal(code)) return code
  if (status === 401) return 'SIGNED_OUT'
  if (status === 413) return 'FILE_TOO_LARGE'
  if (status === 415) return 'UNSUPPORTED_TYPE'
  return 'REFUSED'
}

/** Reads the response of `GET /uploads/{id}`. Null if the body has another form. */
export function readOutcome(body: string): StorageOutcome | null {
  return toOutcome(parseObject(body))
}

/** Reads the response of `GET /uploads?ids=…`, by upload id. Null if the body has another form. */
export function readOutcomes(body: string): ReadonlyMap<string, StorageOutcome> | null {
  const uploads = parseObject(body)?.['uploads']
  if (!Array.isArray(uploads)) return null
  const outcomes = uploads.filter(isObject).flatMap((upload) => {
    const outcome = toOutcome(upload)
    return outcome && typeof upload['uploadId'] === 'string' ? [[upload['uploadId'], outcome] as const] : []
  })
  return new Map(outcomes)
}

function toOutcome(answer: Readonly<Record<string, unknown>> | null): StorageOutcome | null {
  const { state, imageId, duplicate, code, pictureProblem, keptUntil } = answer ?? {}
  if (state === 'RECEIVING') return { kind: 'receiving' }
  if (state === 'RECEIVED') return typeof keptUntil === 'string' ? { kind: 'received', keptUntil } : null
  if (state === 'REJECTED') {
    if (code === 'QUOTA_EXCEEDED') return { kind: 'refused', failure: code }
    return { kind: 'refused', failure: typeof code === 'string' && isRefusal(code) ? code : 'REFUSED' }
  }
  if ((state !== 'PROCESSING' && state !== 'READY') || typeof imageId !== 'string') return null
  return {
    kind: 'kept',
    imageId,
    duplicate: duplicate === true,
    isVisible: state === 'READY',
    hasPicture: pictureProblem === undefined,
  }
}

/**
 * The address of an upload's outcome: `https://host/storage/files` and `https://host/storage/files/ID` ->
 * `https://host/storage/uploads/ID?accountId=…`.
 */
export function outcomeAddress(endpoint: string, uploadUrl: string, accountId: string): string {
  const address = new URL(`uploads/${uploadIdOf(uploadUrl)}`, endpoint.replace(/\/+$/, ''))
  address.searchParams.set('accountId', accountId)
  return address.href
}

/** The address of the outcomes of several uploads. */
export function outcomesAddress(endpoint: string, uploadIds: readonly string[]): string {
  const address = new URL('uploads', endpoint.replace(/\/+$/, ''))
  address.searchParams.set('ids', uploadIds.join(','))
  return address.href
}

/** The address of the request with which an account claims uploads. */
export function claimAddress(endpoint: string): string {
  return new URL('getanonymousuploads', endpoint.replace(/\/+$/, '')).href
}

/** The address of the request for the number of uploads in processing. */
export function processingAddress(endpoint: string): string {
  return new URL('uploads/processing', endpoint.replace(/\/+$/, '')).href
}

/** How many uploads are being processed; 0 if the body has another form. */
export function readProcessing(body: string): number {
  const count = parseObject(body)?.['count']
  return typeof count === 'number' ? count : 0
}

/** The id of an upload, from its address: `https://host/storage/files/ID` -> `ID`. */
export function uploadIdOf(uploadUrl: string): string {
  return new URL(uploadUrl).pathname.replace(/\/+$/, '').split('/').at(-1) ?? ''
}

function parseObject(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** Objects from JSON have string keys. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
