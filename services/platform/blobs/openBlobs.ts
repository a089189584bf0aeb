import { join } from 'node:path'
import type { Logger } from 'pino'
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
 * Opens the store of the blobs. A bucket is created if it is missing, and gets the rules that it needs. If the S3
 * server does not answer, each check of the store tries this again. Until the bucket is ready, the checks fail.
 * @param secret the key that signs the URLs of blobs
 * @throws BucketRefused if the bucket cannot be used with these credentials
 */
export async function openBlobs(config: Config, secret: string, log: Logger): Promise<Blobs> {
  return {
    ...(await openStore(config, log)),
    ...createBlobSignatures(secret, `${config.publicUrl}/storage/blobs`),
  }
}

async function openStore(config: Config, log: Logger): Promise<BlobStore> {
  if (config.blobs.kind === 'folder') return createFolderBlobs(config)
  const scratch = await openScratch(join(config.dataDir, 'scratch'))
  // The client of S3 takes time to load, and most installations do not need it.
  const [{ createS3Blobs }, { prepareBucket, BucketRefused }] = await Promise.all([
    import('./s3Blobs.ts'),
    import('./prepareBucket.ts'),
  ])
  const { client, ...bucket } = createS3Blobs(config.blobs, scratch)
  const { bucket: name, prefix, isMoving } = config.blobs
  let isPrepared = false
  const prepare = async () => {
    await prepareBucket(client, name, prefix).catch((error: unknown) => {
      // A missing permission causes only a warning, because an operator may set the rules of the bucket in another way.
      if (!(error instanceof BucketRefused && error.reason === 'permission')) throw error
      log.warn({ err: error }, 'the bucket of the blobs could not be prepared')
    })
    isPrepared = true
  }
  await prepare().catch((error: unknown) => {
    if (error instanceof BucketRefused) throw error
    log.warn({ err: error }, 'the bucket of the blobs will be prepared when its server is back')
  })
  const prepared: BlobStore = { ...bucket, check: async () => (isPrepared ? bucket.check() : prepare()) }
  return isMoving ? createMovingBlobs(await createFolderBlobs(config), prepared) : prepared
}
