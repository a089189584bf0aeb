import { type StorageUsage, fetchStorageUsage } from '../../../shared/storage/storageUsage.ts'
import { fetchMaxFileSize } from './largestFile.ts'
import type { UploadQueueOptions } from './uploadQueueOptions.ts'

/**
 * Asks storage for the largest file size, if it is not known yet, and for the usage of the account. `maxFileSize` is
 * null while unknown; `usage` is null while unknown, and without a quota. Never rejects.
 */
export async function fetchLimits(
  { endpoint, accessToken }: Pick<UploadQueueOptions, 'endpoint' | 'accessToken'>,
  knownSize: number | null,
  signal: AbortSignal,
): Promise<{ readonly maxFileSize: number | null; readonly usage: StorageUsage | null }> {
  const [maxFileSize, usage] = await Promise.all([
    knownSize ?? fetchMaxFileSize(endpoint),
    accessToken && fetchStorageUsage(endpoint, async () => accessToken(null), signal),
  ])
  return { maxFileSize, usage }
}
