import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { useLibraryEvents } from '../../../shared/LibraryEvents.ts'
import { useApp } from '../../../app/appContext.ts'
import { AlbumUploads } from './AlbumUploads.ts'
import { UploadAnnouncements } from './uploadAnnouncements.ts'
import type { UploadQueue } from './uploadQueue.ts'

/** Tells the library when uploads end, and looks for what earlier pages left unfinished, whatever the customer looks at. */
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
    const look = () => {
      if (document.visibilityState === 'visible') void queue.findUnfinished()
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [queue])
}

/** Adds what was uploaded for albums to them, whatever the customer looks at. */
export function useAlbumUploads(queue: UploadQueue): void {
  const session = useApp()
  useEffect(() => new AlbumUploads(session, queue).start(), [session, queue])
}

/** Leaving loses nothing, but it stops the uploads until the customer is back, and nobody would tell them. */
export function useLeavingWarning(isNeeded: boolean): void {
  const { signIn } = useApp()
  useEffect(() => {
    if (!isNeeded) return undefined
    const warn = (event: BeforeUnloadEvent) => {
      // Going to sign in again is not leaving.
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
