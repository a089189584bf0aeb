import { basename } from 'node:path'
import { listKeys } from '../../services/platform/blobs/s3Deleting.ts'
import { type S3Access, connectToS3 } from './s3Server.ts'

const bucket = 'keepsake'
const variable = 'KEEPSAKE_TEST_S3'

/** Puts the blobs of all installations of this process into buckets. */
export function storeBlobsInS3(access: S3Access): void {
  Object.assign(process.env, environmentWithS3(access))
}

/** The variables of a process whose installations have their blobs in buckets. */
export function environmentWithS3(access: S3Access): Readonly<Record<string, string>> {
  return {
    [variable]: JSON.stringify(access),
    // The S3 client finds credentials only in the environment, which child processes inherit.
    AWS_ACCESS_KEY_ID: access.accessKeyId,
    AWS_SECRET_ACCESS_KEY: access.secretAccessKey,
  }
}

/** Where the blobs of an installation are, in a process with these variables. */
export function placeInS3(dataDir: string): { readonly bucket: string; readonly prefix: string } {
  return { bucket, prefix: `${basename(dataDir)}/` }
}

/**
 * Settings that say where the blobs of an installation are: in a bucket after a call of `storeBlobsInS3`, otherwise in
 * the data folder.
 */
export function blobSettings(dataDir: string): Readonly<Record<string, string>> {
  const s3 = accessOfTests()
  if (!s3) return {}
  return {
    BLOBS: `s3://${bucket}/${placeInS3(dataDir).prefix}`,
    BLOBS_PUBLIC_URL: s3.url,
    // The S3 server shares the processors with the tests.
    BLOBS_SILENCE_TIMEOUT: '10000',
    AWS_ENDPOINT_URL_S3: s3.url,
    AWS_REGION: s3.region,
  }
}

/** The keys of an installation's blobs in this folder. Null if the blobs are not in a bucket. */
export async function keysInBucket(dataDir: string, folder: string): Promise<string[] | null> {
  const s3 = accessOfTests()
  if (!s3) return null
  const client = connectToS3(s3)
  const { prefix } = placeInS3(dataDir)
  try {
    const keys = (await Array.fromAsync(listKeys(client, bucket, `${prefix}${folder}/`))).flat()
    return keys.map((key) => key.slice(prefix.length))
  } finally {
    client.destroy()
  }
}

function accessOfTests(): S3Access | null {
  const given = process.env[variable]
  return given === undefined ? null : JSON.parse(given)
}
