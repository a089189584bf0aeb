import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { useLibraryEvents } from '../../../shared/LibraryEvents.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { AlbumUploads } from './AlbumUploads.ts'
import { UploadAnnouncements } from './uploadAnnouncements.ts'
import type { UploadQueue } from './uploadQueue.ts'

/** Notifies the library when uploads end, and looks for unfinished uploads of earlier pages. Runs on every page. */
export function useUploadWatch(queue: UploadQueue): void {
  const events = useLibraryEvents()
  useEffect(() => {
    let wasRunning = queue.getSnapshot().isRunning
    return queue.subscribe(() => {
      const { isRunning, counts } = queue.getSnapshot()
      if (wasRunning && !isRunning && counts.added > 0) events.announce()
      wasRunning = isRunning
    })
  }, [queue, events])
  useEffect(() => {
    const find = () => {
      if (document.visibilityState === 'visible') void queue.findUnfinished()
    }
    find()
    document.addEventListener('visibilitychange', find)
    return () => document.removeEventListener('visibilitychange', find)
  }, [queue])
}

/** Adds uploaded photos to their albums. Runs on every page. */
export function useAlbumUploads(queue: UploadQueue): void {
  const session = useSession()
  useEffect(() => new AlbumUploads(session, queue).start(), [session, queue])
}

/** Warns before the user leaves the page. Leaving loses nothing, but pauses the uploads until the user comes back. */
export function useLeavingWarning(isNeeded: boolean): void {
  const { signIn } = useSession()
  useEffect(() => {
    if (!isNeeded) return undefined
    const warn = (event: BeforeUnloadEvent) => {
      // No warning without a session: the user leaves the page to sign in again.
      if (signIn.session() !== null) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isNeeded, signIn])
}

/** The text for screen readers to read aloud. */
export function useUploadAnnouncement(queue: UploadQueue): string {
  const intl = useIntl()
  const [text, setText] = useState('')
  useEffect(() => {
    const announcements = new UploadAnnouncements(intl)
    return queue.subscribe(() => {
      const next = announcements.next(queue.getSnapshot(), performance.now())
      if (next !== null) setText(next)
    })
  }, [queue, intl])
  return text
}
