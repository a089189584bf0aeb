import { DeleteObjectsCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3'

/** How many keys one request may delete. */
const keysPerRequest = 1_000

/**
 * Deletes objects. Also succeeds for keys that do not exist.
 * @throws AggregateError with an error for each object that the server has not deleted; all others are deleted
 */
export async function deleteKeys(client: S3Client, bucket: string, keys: readonly string[]): Promise<void> {
  const failures: Error[] = []
  for (let start = 0; start < keys.length; start += keysPerRequest) {
    const Objects = keys.slice(start, start + keysPerRequest).map((Key) => ({ Key }))
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
    )
    const failed = Errors.filter(({ Code }) => Code !== 'NoSuchKey')
    failures.push(...failed.map(({ Key, Code, Message }) => new Error(`${Key}: ${Code} ${Message ?? ''}`)))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} objects were not deleted.`)
}

/** Lists the keys that begin with a prefix, in pages of at most 1,000. The keys are sorted. */
export async function* listKeys(client: S3Client, bucket: string, prefix: string): AsyncGenerator<readonly string[]> {
  let token: string | undefined
  do {
    const page = await client.send(
      new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix,
        ...(token === undefined ? {} : { ContinuationToken: token }),
      }),
    )
    yield (page.Contents ?? []).flatMap(({ Key }) => Key ?? [])
    token = page.NextContinuationToken
  } while (token !== undefined)
}
