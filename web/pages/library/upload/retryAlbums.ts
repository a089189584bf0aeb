import type { UploadQueue } from './uploadQueue.ts'

/** Retries adding uploaded photos to their albums. */
export function retryAlbums(queue: UploadQueue): void {
  const failed = queue.getSnapshot().items.filter(({ albumState }) => albumState === 'failed')
  queue.setAlbumState(
    failed.map(({ id }) => id),
    'pending',
  )
}
