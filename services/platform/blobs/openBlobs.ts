import { join } from 'node:path'
import { createFolderBlobs } from './folderBlobs.ts'
import { createMovingBlobs } from './movingBlobs.ts'
import { openScratch } from './scratch.ts'
import { createBlobSignatures } from './signatures.ts'
import type { Blobs, BlobStore } from './blobs.ts'
import type { S3BlobsConfig } from './bucket.ts'

/** Where the blobs are: in the data folder, or in a bucket. */
export type BlobsConfig =
  | { readonly kind: 'folder' }
  | (S3BlobsConfig & {
      readonly kind: 's3'
      /** True: blobs that are not in the bucket yet are read from the data folder. */
      readonly isMoving: boolean
    })

interface Config {
  readonly dataDir: string
  readonly publicUrl: string
  readonly databaseUrl: string | undefined
  readonly blobs: BlobsConfig
}

/**
 * Opens the store of the blobs.
 * @param secret the key that signs the URLs of blobs
 */
export async function openBlobs(config: Config, secret: string): Promise<Blobs> {
  return {
    ...(await openStore(config)),
    ...createBlobSignatures(secret, `${config.publicUrl}/storage/blobs`),
  }
}

async function openStore(config: Config): Promise<BlobStore> {
  if (config.blobs.kind === 'folder') return createFolderBlobs(config)
  const scratch = await openScratch(join(config.dataDir, 'scratch'))
  // The client of S3 takes time to load, and most installations do not need it.
  const { createS3Blobs } = await import('./s3Blobs.ts')
  const bucket = createS3Blobs(config.blobs, scratch)
  return config.blobs.isMoving ? createMovingBlobs(await createFolderBlobs(config), bucket) : bucket
}
