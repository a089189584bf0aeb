import { useEffect } from 'react'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { holdsFiles } from './holdsFiles.ts'
import { useUploadQueue } from './useUploadQueue.ts'
import { useAlbumUploads, useLeavingWarning, useUploadAnnouncement, useUploadWatch } from './useUploadWatch.ts'

/**
 * What uploads need on every page, a photo's own among them: the library is told, albums get what is theirs, the page is
 * not left for nothing, and what becomes of them is read aloud.
 */
export function UploadWatch() {
  const { queue, snapshot } = useUploadQueue()
  useUploadWatch(queue)
  useAlbumUploads(queue)
  useLeavingWarning(snapshot.counts.queued + snapshot.counts.uploading > 0)
  useKeptPage()
  const announcement = useUploadAnnouncement(queue)
  return (
    // Read aloud over an open dialog too, which hides the rest of the page.
    <output data-live-announcer="true">
      <VisuallyHidden>{announcement}</VisuallyHidden>
    </output>
  )
}

/** Where nothing takes files that are dropped, the browser would leave the page for them. */
function useKeptPage(): void {
  useEffect(() => {
    const keep = (event: DragEvent) => {
      if (event.defaultPrevented || !holdsFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    }
    addEventListener('dragover', keep)
    addEventListener('drop', keep)
    return () => {
      removeEventListener('dragover', keep)
      removeEventListener('drop', keep)
    }
  }, [])
}
