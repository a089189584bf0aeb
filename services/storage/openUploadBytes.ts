import { join } from 'node:path'
import { openScratch } from '../platform/blobs/scratch.ts'
import { createUploadFolder, uploadDirectory } from './uploadFolder.ts'
import { createUploadPieces } from './uploadPieces.ts'
import type { Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { StorageTables } from './tables.ts'
import type { UploadBytes } from './uploadBytes.ts'

/** Opens the store of the bytes of uploads: in the data folder or in the bucket, as for the blobs. */
export async function openUploadBytes(
  { config, blobs }: Pick<Platform, 'config' | 'blobs'>,
  database: Kysely<StorageTables>,
): Promise<UploadBytes> {
  if (config.blobs.kind === 'folder') return createUploadFolder(uploadDirectory(config.dataDir))
  return createUploadPieces({ database, blobs, scratch: await openScratch(join(config.dataDir, 'scratch')) })
}
