import type { LegacyConfig } from '../../../platform/platform.ts'
import { createFolderSource } from './folderSource.ts'
import type { LegacySource } from './legacySource.ts'

/** Creates the configured source. The S3 client is loaded only if needed. */
export async function createLegacySource(config: LegacyConfig): Promise<LegacySource> {
  if (config.kind === 'folder') return createFolderSource(config.path)
  const { createS3Source } = await import('./s3Source.ts')
  return createS3Source(config)
}
