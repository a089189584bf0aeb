import { S3Client } from '@aws-sdk/client-s3'
import type { BucketConfig } from './bucket.ts'
import { BlobsUnavailable } from './unavailable.ts'

const usualRegion = 'us-east-1'
const connectMilliseconds = 3_000
/** How long (ms) a server may be silent by default before a request is tried again. */
const patientMilliseconds = 10_000

export interface S3ClientOptions {
  /** How often a request is tried. */
  readonly maxAttempts: number
  /** How many requests run at the same time. */
  readonly maxSockets: number
  /**
   * After this time (ms) without a byte, a request fails as `BlobsUnavailable`, and is not tried again. Node waits twice
   * as long for a server that stops to read in the middle of a body. By default, a request is tried again after ten
   * seconds.
   */
  readonly longestSilence?: number
}

/** A client of S3. Reads credentials from the usual AWS variables, profiles or roles. */
export function createS3Client(
  { endpoint, region }: Pick<BucketConfig, 'endpoint' | 'region'>,
  { maxAttempts, maxSockets, longestSilence }: S3ClientOptions,
): S3Client {
  const client = new S3Client({
    // S3 servers other than Amazon's seldom offer a host name per bucket, and have no regions.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true, region: usualRegion }),
    ...(region === undefined ? {} : { region }),
    // S3 servers other than Amazon's seldom support the checksums that the client adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Otherwise the client opens a connection for each body of more than 2 MB, and waits for the server before it sends.
    expectContinueHeader: false,
    maxAttempts,
    requestHandler: {
      connectionTimeout: connectMilliseconds,
      socketTimeout: longestSilence ?? patientMilliseconds,
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
    },
  })
  if (longestSilence !== undefined) refuseWhenSilent(client)
  return client
}

/** Turns the timeouts of the client into an error that it does not try again, because each attempt would take as long. */
function refuseWhenSilent(client: S3Client): void {
  client.middlewareStack.add(
    (next) => async (request) => {
      try {
        return await next(request)
      } catch (error) {
        // The error itself must not be the cause: the client would try again because of its cause.
        throw isSilence(error) ? new BlobsUnavailable(new Error(error.message)) : error
      }
    },
    // The handler that tries again is before this step.
    { step: 'deserialize', name: 'refuseWhenSilent', priority: 'low' },
  )
}

/** True for the timeouts of the client. It gives the same name to errors of sockets, but those have a code. */
function isSilence(error: unknown): error is Error {
  return error instanceof Error && error.name === 'TimeoutError' && !('code' in error)
}
