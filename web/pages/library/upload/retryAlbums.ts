import type { UploadQueue } from './uploadQueue.ts'

/** Tries again to add photos to the albums that they were meant for. */
export function retryAlbums(queue: UploadQueue): void {
  const failed = queue.getSnapshot().items.filter(({ albumState }) => albumState === 'failed')
  queue.noteAlbum(
    failed.map(({ id }) => id),
    'pending',
  )
}
