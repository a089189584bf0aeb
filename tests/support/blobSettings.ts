import { basename } from 'node:path'
import { inject } from 'vitest'
import { listKeys } from '../../services/platform/blobs/s3Deleting.ts'
import { connectToS3 } from './s3Server.ts'

const bucket = 'keepsake'

/**
 * Settings that say where the blobs of an installation are: in the bucket of the Vitest project `s3`, otherwise in the
 * data folder. So the same tests run on both.
 */
export function blobSettings(dataDir: string): Readonly<Record<string, string>> {
  const s3 = inject('s3')
  if (!s3) return {}
  return {
    BLOBS: `s3://${bucket}/${basename(dataDir)}`,
    BLOBS_PUBLIC_URL: s3.url,
    AWS_ENDPOINT_URL_S3: s3.url,
    AWS_REGION: s3.region,
  }
}

/** The keys of the blobs whose keys begin with a folder, in the bucket of the Vitest project `s3`. Null in others. */
export async function keysInBucket(dataDir: string, folder: string): Promise<string[] | null> {
  const s3 = inject('s3')
  if (!s3) return null
  const client = connectToS3(s3)
  const prefix = `${basename(dataDir)}/`
  try {
    const keys = (await Array.fromAsync(listKeys(client, bucket, `${prefix}${folder}/`))).flat()
    return keys.map((key) => key.slice(prefix.length))
  } finally {
    client.destroy()
  }
}
