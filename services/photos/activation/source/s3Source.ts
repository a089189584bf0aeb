import { Readable } from 'node:stream'
import {
  GetObjectCommand,
  type GetObjectCommandOutput,
  ListObjectsV2Command,
  NoSuchKey,
  type S3Client,
} from '@aws-sdk/client-s3'
import { LRUCache } from 'lru-cache'
import { createS3Client } from '../../../platform/blobs/s3Client.ts'
import { isFilePath, isFolderName } from './legacyPath.ts'
import type { LegacyConfig } from '../../../platform/platform.ts'
import type { LegacyFile, LegacySource } from './legacySource.ts'

/**
 * How long (ms) the absence of a folder is cached: most customers have no older library, and each page that they open
 * asks whether there is one.
 */
const absentMilliseconds = 30_000
const maximumAbsentKeys = 50_000
const maxSockets = 50

/** Older libraries in an S3 bucket. The client reads credentials from the usual AWS variables, profiles or roles. */
export function createS3Source(config: Extract<LegacyConfig, { kind: 's3' }>): LegacySource {
  const { bucket, prefix, endpoint, region } = config
  // Few attempts: an import has its own retries, and a page must not wait.
  const client = createS3Client({ endpoint, region }, { maxAttempts: 2, maxSockets })
  const absent = new LRUCache<string, true>({ max: maximumAbsentKeys, ttl: absentMilliseconds })
  const keyOf = (folder: string, path: string) => {
    if (!isFolderName(folder)) throw new RangeError(`${JSON.stringify(folder)} is not a valid folder name.`)
    return `${prefix}${folder}/${path}`
  }
  const get = async (folder: string, path: string): Promise<LegacyFile | null> => {
    const found = await client
      .send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(folder, path) }))
      .catch((error: unknown) => {
        if (error instanceof NoSuchKey) return null
        throw error
      })
    return found && fileOf(found)
  }
  return {
    async has(folder) {
      if (!isFolderName(folder) || absent.has(folder)) return false
      const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: keyOf(folder, ''), MaxKeys: 1 })
      const isThere = ((await client.send(command)).Contents?.length ?? 0) > 0
      if (!isThere) absent.set(folder, true)
      return isThere
    },
    index: async (folder) => (await get(folder, 'library.json'))?.content ?? null,
    files: (folder) => listFiles(client, bucket, keyOf(folder, '')),
    open: async (folder, path) => (isFilePath(path) ? get(folder, path) : null),
  }
}

function fileOf({ Body: body, ContentLength: size }: GetObjectCommandOutput): LegacyFile {
  if (body instanceof Readable && size !== undefined) return { size, content: body }
  throw new Error('The bucket answered without content or its length.')
}

async function* listFiles(client: S3Client, bucket: string, root: string): AsyncGenerator<readonly string[]> {
  let token: string | undefined
  do {
    const page = await client.send(
      new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: `${root}files/`,
        // Keys may contain characters that XML cannot contain.
        EncodingType: 'url',
        ...(token === undefined ? {} : { ContinuationToken: token }),
      }),
    )
    const keys = (page.Contents ?? []).map(({ Key: key = '' }) => decodeURIComponent(key.replaceAll('+', ' ')))
    // A key that ends with a slash represents a folder.
    yield keys.filter((key) => !key.endsWith('/')).map((key) => key.slice(root.length))
    token = page.NextContinuationToken
  } while (token !== undefined)
}
