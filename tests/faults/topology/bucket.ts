import { GetBucketLifecycleConfigurationCommand, ListMultipartUploadsCommand, type S3Client } from '@aws-sdk/client-s3'
import { listKeys } from '../../../services/platform/blobs/s3Deleting.ts'

/** What the bucket removes by itself, after some days. */
export interface BucketRules {
  /** True if a rule removes the object. */
  removes(key: string): boolean
  /** True if a rule removes the parts of a multipart upload that is never completed. */
  abortsUploadOf(key: string): boolean
}

/** A multipart upload that was begun, and neither completed nor aborted. */
export interface IncompleteUpload {
  readonly key: string
  /** True if a rule of the bucket removes the parts of the upload. */
  readonly isTemporary: boolean
}

/** All keys of a bucket. */
export async function readKeys(client: S3Client, bucket: string): Promise<ReadonlySet<string>> {
  return new Set((await Array.fromAsync(listKeys(client, bucket, ''))).flat())
}

export async function readRules(client: S3Client, bucket: string): Promise<BucketRules> {
  const { Rules = [] } = await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket: bucket }))
  const rules = Rules.filter(({ Status }) => Status === 'Enabled').map((rule) => ({
    prefix: rule.Filter?.Prefix ?? rule.Prefix ?? '',
    expires: rule.Expiration?.Days !== undefined,
    aborts: rule.AbortIncompleteMultipartUpload?.DaysAfterInitiation !== undefined,
  }))
  return {
    removes: (key) => rules.some(({ prefix, expires }) => expires && key.startsWith(prefix)),
    abortsUploadOf: (key) => rules.some(({ prefix, aborts }) => aborts && key.startsWith(prefix)),
  }
}

export async function readIncompleteUploads(
  client: S3Client,
  bucket: string,
  rules: BucketRules,
): Promise<IncompleteUpload[]> {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))
  return Uploads.map(({ Key = '' }) => ({ key: Key, isTemporary: rules.abortsUploadOf(Key) }))
}
