import { isDeepStrictEqual } from 'node:util'
import {
  type CORSRule,
  CreateBucketCommand,
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  type LifecycleRule,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  type S3Client,
  waitUntilBucketExists,
} from '@aws-sdk/client-s3'

const credentialErrors: ReadonlySet<string> = new Set([
  // The error of the client if it finds no credentials.
  'CredentialsProviderError',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'InvalidToken',
  'ExpiredToken',
])
/** The error codes if another process is creating the bucket, or has just created it. */
const sameMoment: ReadonlySet<string | undefined> = new Set(['OperationAborted', 'BucketAlreadyOwnedByYou'])
const creationSeconds = 60
const incompleteUploadDays = 1
const uploadDays = 3

/**
 * Lets pages of every origin read. A list of origins would not help, because browsers send `Origin: null` after a
 * redirect to the bucket. This is safe: a presigned URL is secret, and requests carry no cookies.
 */
const readingRule: CORSRule = {
  ID: 'keepsake-reading',
  AllowedOrigins: ['*'],
  AllowedMethods: ['GET', 'HEAD'],
  // For requests with ranges and conditions.
  AllowedHeaders: ['*'],
  ExposeHeaders: ['ETag', 'Content-Length', 'Content-Range', 'Accept-Ranges', 'Content-Disposition'],
}
const listsOfReading = ['AllowedOrigins', 'AllowedMethods', 'AllowedHeaders', 'ExposeHeaders'] as const

/** The bucket cannot be used, and another attempt will not help. The message is for the operator. */
export class BucketRefused extends Error {
  override readonly name = 'BucketRefused'
  /**
   * `credentials`: the server does not accept them. `owner`: the bucket belongs to another account, or this account may
   * not list it. `permission`: this account may not create the bucket, write to it, or read or change its settings.
   */
  readonly reason: 'credentials' | 'owner' | 'permission'

  constructor(reason: BucketRefused['reason'], message: string, cause: Error) {
    super(`${message} (${cause.name})`, { cause })
    this.reason = reason
  }
}

/**
 * Makes a bucket ready for blobs: creates it if it is missing, lets browsers read it, and sets the rules by which it
 * deletes what uploads left behind. Keeps other rules. Changes nothing if the bucket is ready.
 * @param prefix what the keys of all blobs begin with
 * @throws BucketRefused if the server refuses the credentials or access to the bucket; other errors of the client as
 *   they are
 */
export async function prepareBucket(client: S3Client, bucket: string, prefix = ''): Promise<void> {
  await createIfMissing(client, bucket)
  await allowReading(client, bucket)
  await limitUploads(client, bucket, prefix)
}

/**
 * Checks that a bucket exists. Lists the bucket, because the answer to a HEAD request would not say why the request
 * failed.
 * @throws BucketRefused if the server refuses the credentials or access to the bucket; other errors of the client as
 *   they are
 */
export async function checkBucket(client: S3Client, bucket: string): Promise<void> {
  await client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 })).catch((error: unknown) => {
    throw bucketRefusal(error, bucket, 'list')
  })
}

async function createIfMissing(client: S3Client, bucket: string): Promise<void> {
  try {
    await checkBucket(client, bucket)
  } catch (error) {
    if (codeOf(error) !== 'NoSuchBucket') throw error
    await create(client, bucket)
  }
}

async function create(client: S3Client, bucket: string): Promise<void> {
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
  } catch (error) {
    if (!sameMoment.has(codeOf(error))) throw bucketRefusal(error, bucket, 'create')
    await waitUntilBucketExists({ client, maxWaitTime: creationSeconds, minDelay: 1 }, { Bucket: bucket })
  }
}

async function allowReading(client: S3Client, bucket: string): Promise<void> {
  const found = await client.send(new GetBucketCorsCommand({ Bucket: bucket })).catch((error: unknown) => {
    if (codeOf(error) === 'NoSuchCORSConfiguration') return null
    throw bucketRefusal(error, bucket, 'read the CORS rules of')
  })
  const rules = found?.CORSRules ?? []
  if (rules.some(isReadingRule)) return
  const others = rules.filter(({ ID }) => ID !== readingRule.ID)
  const CORSConfiguration = { CORSRules: [...others, readingRule] }
  await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration })).catch((error: unknown) => {
    throw bucketRefusal(error, bucket, 'set the CORS rules of')
  })
}

async function limitUploads(client: S3Client, bucket: string, prefix: string): Promise<void> {
  const command = new GetBucketLifecycleConfigurationCommand({ Bucket: bucket })
  const found = await client.send(command).catch((error: unknown) => {
    if (codeOf(error) === 'NoSuchLifecycleConfiguration') return null
    throw bucketRefusal(error, bucket, 'read the lifecycle rules of')
  })
  const rules = found?.Rules ?? []
  const ours = lifecycleRules(prefix)
  if (ours.every((rule) => rules.some((other) => isSameLifecycle(rule, other)))) return
  const others = rules.filter(({ ID }) => !ours.some((rule) => rule.ID === ID))
  const change = new PutBucketLifecycleConfigurationCommand({
    Bucket: bucket,
    LifecycleConfiguration: { Rules: [...others, ...ours] },
    // This setting applies to all rules of the bucket. If it were left out, the server would reset it to the default.
    TransitionDefaultMinimumObjectSize: found?.TransitionDefaultMinimumObjectSize,
  })
  await client.send(change).catch((error: unknown) => {
    throw bucketRefusal(error, bucket, 'set the lifecycle rules of')
  })
}

/**
 * The lifecycle rules for a prefix. Their names contain the prefix, because installations that share a bucket have
 * different prefixes.
 */
function lifecycleRules(prefix: string): LifecycleRule[] {
  const suffix = prefix === '' ? '' : `-${prefix}`
  return [
    {
      ID: `keepsake-incomplete-uploads${suffix}`,
      Status: 'Enabled',
      Filter: { Prefix: prefix },
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: incompleteUploadDays },
    },
    {
      ID: `keepsake-uploads${suffix}`,
      Status: 'Enabled',
      Filter: { Prefix: `${prefix}uploads/` },
      Expiration: { Days: uploadDays },
    },
  ]
}

/** Compares the lists as sets, because servers may return them in another order. */
function isReadingRule(rule: CORSRule): boolean {
  return listsOfReading.every((list) => isDeepStrictEqual(new Set(rule[list]), new Set(readingRule[list])))
}

/** @param found a rule as the server gives it: a prefix may be in its older place, outside the filter */
function isSameLifecycle(rule: LifecycleRule, { Prefix, ...found }: LifecycleRule): boolean {
  return isDeepStrictEqual(rule, { Filter: { Prefix: Prefix ?? '' }, ...found })
}

/**
 * If an error means a refusal, replaces the error by a `BucketRefused`. Returns other errors as they are.
 * @param action what was tried, as in "may not create bucket photos"
 */
export function bucketRefusal(error: unknown, bucket: string, action: string): unknown {
  if (!(error instanceof Error)) return error
  if (credentialErrors.has(error.name)) {
    return new BucketRefused('credentials', `The S3 server of bucket ${bucket} does not accept the credentials.`, error)
  }
  if (error.name === 'BucketAlreadyExists') {
    return new BucketRefused('owner', `The bucket ${bucket} belongs to another account.`, error)
  }
  if (error.name !== 'AccessDenied') return error
  if (action !== 'list') {
    return new BucketRefused('permission', `The S3 credentials may not ${action} bucket ${bucket}.`, error)
  }
  const message = `The bucket ${bucket} belongs to another account, or the S3 credentials may not list it.`
  return new BucketRefused('owner', message, error)
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? error.name : undefined
}
