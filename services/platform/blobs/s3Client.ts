import { S3Client } from '@aws-sdk/client-s3'
import type { BucketConfig } from './bucket.ts'

const usualRegion = 'us-east-1'
const connectMilliseconds = 3_000
/** How long (ms) a server may be silent in the middle of a request. */
const silentMilliseconds = 10_000

/**
 * A client of S3. Reads credentials from the usual AWS variables, profiles or roles.
 * @param maxAttempts how often a request is tried
 * @param maxSockets how many requests run at the same time
 */
export function createS3Client(
  { endpoint, region }: Pick<BucketConfig, 'endpoint' | 'region'>,
  { maxAttempts, maxSockets }: { readonly maxAttempts: number; readonly maxSockets: number },
): S3Client {
  return new S3Client({
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
      socketTimeout: silentMilliseconds,
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
    },
  })
}
