import { isRefusal, type UploadFailure } from './uploadTypes.ts'

/** Storage's state of an upload: stored, refused for good, being processed, or incomplete. */
export type StorageAnswer =
  | { readonly kind: 'stored'; readonly imageId: string; readonly duplicate: boolean }
  | { readonly kind: 'refused'; readonly failure: UploadFailure }
  | { readonly kind: 'processing' }
  | { readonly kind: 'receiving' }

/** Reads the response to the last bytes: `{ uploadId, imageId, duplicate }`. Null if the body has another form. */
export function readStored(body: string): StorageAnswer | null {
  const answer = parseObject(body)
  if (typeof answer?.['imageId'] !== 'string') return null
  return { kind: 'stored', imageId: answer['imageId'], duplicate: answer['duplicate'] === true }
}

/** Reads the reason of a refusal from the problem's `code`, or from the status if a proxy has answered. */
export function readRefusal(status: number, body: string): UploadFailure {
  const code = parseObject(body)?.['code']
  if (typeof code === 'string' && isRefusal(code)) return code
  if (status === 401) return 'SIGNED_OUT'
  if (status === 413) return 'FILE_TOO_LARGE'
  if (status === 415) return 'UNSUPPORTED_TYPE'
  return 'REFUSED'
}

/** Reads the response of `GET /uploads/{id}`. Null if the body has another form. */
export function readUploadStatus(body: string): StorageAnswer | null {
  const answer = parseObject(body)
  const code = answer?.['code']
  switch (answer?.['state']) {
    case 'READY':
      return readStored(body)
    case 'REJECTED':
      return { kind: 'refused', failure: typeof code === 'string' && isRefusal(code) ? code : 'REFUSED' }
    case 'PROCESSING':
      // With an image id, the photo is stored and only its renditions are missing.
      return readStored(body) ?? { kind: 'processing' }
    case 'RECEIVING':
      return { kind: 'receiving' }
    default:
      return null
  }
}

/** `https://host/storage/files` and `https://host/storage/files/ID` -> `https://host/storage/uploads/ID?accountId=…`. */
export function statusAddress(endpoint: string, uploadUrl: string, accountId: string): string {
  const id = new URL(uploadUrl).pathname.replace(/\/+$/, '').split('/').at(-1) ?? ''
  const address = new URL(`uploads/${id}`, endpoint.replace(/\/+$/, ''))
  address.searchParams.set('accountId', accountId)
  return address.href
}

function parseObject(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    // Objects from JSON.parse have string keys and values of unknown types.
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
