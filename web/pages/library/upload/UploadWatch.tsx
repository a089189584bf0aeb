import { useEffect } from 'react'
import { preferences } from '../../../app/storage.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { holdsFiles } from './holdsFiles.ts'
import type { UploadQueue } from './uploadQueue.ts'
import { useUploadQueue } from './useUploadQueue.ts'
import { useAlbumUploads, useLeavingWarning, useUploadAnnouncement, useUploadWatch } from './useUploadWatch.ts'

/**
 * Runs the parts of uploads that every page needs, including the full-screen photo: it reports new photos to the
 * library, adds photos to their albums, warns before the user leaves, and announces progress to screen readers. Renders
 * nothing without an account, because this code may finish loading when the user is already signing out.
 */
export function UploadWatch() {
  return useSession().signIn.session() === null ? null : <Watch />
}

function Watch() {
  const { queue, snapshot } = useUploadQueue()
  useUploadWatch(queue)
  useAlbumUploads(queue)
  useClaim(queue)
  useLeavingWarning(snapshot.counts.queued + snapshot.counts.uploading > 0)
  usePreventFileNavigation()
  const announcement = useUploadAnnouncement(queue)
  return (
    // The attribute keeps the text readable for screen readers while a dialog hides the rest of the page.
    <output data-live-announcer="true">
      <VisuallyHidden>{announcement}</VisuallyHidden>
    </output>
  )
}

/** Claims the files that were uploaded before the sign-in. The code is loaded only if there are such files. */
function useClaim(queue: UploadQueue): void {
  const { accountId, config, signIn } = useSession()
  useEffect(() => {
    if (preferences.getItem('keepsake.receivedUploads') === null || !('locks' in navigator)) return undefined
    let isLeft = false
    let end: () => void = () => undefined
    const start = async () => {
      const { claimUploads } = await import('./claimUploads.ts')
      if (isLeft) return
      end = claimUploads({
        accountId,
        endpoint: config.uploadUrl,
        accessToken: async (refused) => (refused === null ? signIn.accessToken() : signIn.renewAfter(refused)),
        queue,
        storage: localStorage,
        locks: navigator.locks,
      })
    }
    // If the code cannot be loaded, the next page claims the files.
    start().catch(() => undefined)
    return () => {
      isLeft = true
      end()
    }
  }, [queue, accountId, config, signIn])
}

/** Prevents the browser from navigating to files that are dropped outside of a drop zone. */
function usePreventFileNavigation(): void {
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
