import { S3ServiceException } from '@aws-sdk/client-s3'
import { isExhausted } from '../exhaustion.ts'
import { BlobsUnavailable } from './unavailable.ts'

/** Error codes of an S3 server that is full, or whose quota for this account is used up. */
const fullCodes: ReadonlySet<string> = new Set(['QuotaExceeded', 'InsufficientCapacity', 'XMinioStorageFull'])
const fullStatus = 507
const busyStatuses: ReadonlySet<number | undefined> = new Set([429, 500, 502, 503, 504])

/** Errors of sockets and name servers, as Node and the client of S3 name them. */
const connectionErrors =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|TimeoutError|NetworkingError)$/

/**
 * Replaces an error of the S3 client by `BlobsUnavailable` if the server is unavailable or full. Returns other errors
 * as they are.
 */
export function withBlobsUnavailability(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof BlobsUnavailable || isExhausted(error)) return error
  if (error instanceof S3ServiceException) {
    const status = error.$metadata.httpStatusCode
    if (fullCodes.has(error.name) || status === fullStatus) return new BlobsUnavailable(error, true)
    return busyStatuses.has(status) ? new BlobsUnavailable(error) : error
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return connectionErrors.test(code) ? new BlobsUnavailable(error) : error
}
