import { S3ServiceException } from '@aws-sdk/client-s3'
import { bucketRefusal, BucketRefused } from '../prepareBucket.ts'
import { withBlobsUnavailability } from '../s3Errors.ts'
import { BlobsUnavailable } from '../unavailable.ts'

/** The bucket cannot be used for the move. The message is for the operator. */
export class MoveStopped extends Error {
  override readonly name = 'MoveStopped'
}

/**
 * The error that ends the whole run, because all other blobs would fail as well. Null: the error concerns only one
 * blob.
 */
export function stopReason(error: unknown, bucket: string): Error | null {
  const known = withBlobsUnavailability(bucketRefusal(error, bucket, 'write to'))
  if (known instanceof BlobsUnavailable || known instanceof BucketRefused || known instanceof MoveStopped) return known
  if (!(error instanceof S3ServiceException)) return null
  if (error.name === 'NoSuchBucket') {
    return new MoveStopped(`There is no bucket ${bucket}. Check its name. The services create it when they start.`)
  }
  // The answer to a HEAD request has a status, but does not give the reason of a refusal.
  if (error.$metadata.httpStatusCode !== 403) return null
  return new MoveStopped(`The S3 credentials may not read and write the objects of bucket ${bucket}.`)
}
