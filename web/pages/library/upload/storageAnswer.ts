import { isRefusal, type UploadFailure } from './uploadTypes.ts'

/** What storage says of an upload: it is in, it will never be, it is still at work, or it waits for bytes. */
export type StorageAnswer =
  | { readonly kind: 'stored'; readonly imageId: string; readonly duplicate: boolean }
  | { readonly kind: 'refused'; readonly failure: UploadFailure }
  | { readonly kind: 'processing' }
  | { readonly kind: 'receiving' }

/** Reads the answer to the last bytes: `{ uploadId, imageId, duplicate }`. Null when it is not one. */
export function readStored(body: string): StorageAnswer | null {
  const answer = parseObject(body)
  if (typeof answer?.['imageId'] !== 'string') return null
  return { kind: 'stored', imageId: answer['imageId'], duplicate: answer['duplicate'] === true }
}

/** Reads why storage refused, from a problem's `code`, or from the status where a proxy has answered in its place. */
export function readRefusal(status: number, body: string): UploadFailure {
  const code = parseObject(body)?.['code']
  if (typeof code === 'string' && isRefusal(code)) return code
  if (status === 401) return 'SIGNED_OUT'
  if (status === 413) return 'FILE_TOO_LARGE'
  if (status === 415) return 'UNSUPPORTED_TYPE'
  return 'REFUSED'
}

/** Reads `GET /uploads/{id}`. Null when it is not an answer of storage. */
export function readUploadStatus(body: string): StorageAnswer | null {
  const answer = parseObject(body)
  const code = answer?.['code']
  switch (answer?.['state']) {
    case 'READY':
      return readStored(body)
    case 'REJECTED':
      return { kind: 'refused', failure: typeof code === 'string' && isRefusal(code) ? code : 'REFUSED' }
    case 'PROCESSING':
      // With an image's id, the photo has been taken in and only waits for its renditions.
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
    // An object that JSON.parse made has string keys and values that are not known yet.
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
