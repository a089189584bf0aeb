/** Where a bucket is. */
export interface BucketConfig {
  readonly bucket: string
  /** The prefix of all keys in the bucket: empty, or text that ends with a slash. */
  readonly prefix: string
  /** The URL of an S3 server. Undefined: Amazon's. */
  readonly endpoint: string | undefined
  readonly region: string | undefined
}

/**
 * Content of at most this many bytes is sent by one request, and larger content in parts of this size. It is the
 * smallest size of a part that S3 allows. A larger one would need more memory, because the parts of an archive are in
 * memory.
 */
export const partBytes = 5 * 1024 * 1024

/** The bucket of the blobs. */
export interface S3BlobsConfig extends BucketConfig {
  /** The URL at which browsers reach the S3 server. */
  readonly publicEndpoint: string
  /** How long the S3 server may be silent while a customer waits. */
  readonly silenceTimeoutMilliseconds: number
}

/** The URL of a bucket, or of a folder in it. */
export const bucketUrl = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*))?$/i

/** Reads the URL of a bucket, such as `s3://photos/keepsake`. Null for other text. */
export function parseBucketUrl(text: string): Pick<BucketConfig, 'bucket' | 'prefix'> | null {
  const [, bucket, prefix = ''] = bucketUrl.exec(text) ?? []
  if (bucket === undefined) return null
  return { bucket, prefix: prefix === '' ? '' : `${prefix.replace(/\/+$/, '')}/` }
}
