import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { useLibraryEvents } from '../../../shared/LibraryEvents.ts'
import { useApp } from '../../../startup/appContext.ts'
import type { UploadQueue } from './uploadQueue.ts'
import { outlook, progressCounts, progressPercent, receiptLines } from './uploadTexts.ts'
import type { UploadSnapshot } from './uploadTypes.ts'

const announcementMilliseconds = 15_000

/**
 * What has to happen whatever the customer looks at: the library is told when uploads end, leaving the page while bytes
 * are on their way is warned of, and what earlier pages left unfinished is looked for.
 */
export function useUploadWatch(queue: UploadQueue, snapshot: UploadSnapshot): void {
  const events = useLibraryEvents()
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void queue.findUnfinished()
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [queue])

  const { isRunning, counts } = snapshot
  const wasRunning = useRef(false)
  const tellLibrary = useEffectEvent(() => {
    if (wasRunning.current && !isRunning && counts.added > 0) events.announce()
    wasRunning.current = isRunning
  })
  useEffect(() => tellLibrary(), [isRunning])

  useLeavingWarning(counts.queued + counts.uploading > 0)
}

/** Leaving loses nothing, but it stops the uploads until the customer is back, and nobody would tell them. */
function useLeavingWarning(isNeeded: boolean): void {
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

/** What screen readers are told: the beginning, each quarter at most every 15 seconds, obstacles and the end. */
export function useUploadAnnouncement(snapshot: UploadSnapshot): string {
  const intl = useIntl()
  const [text, setText] = useState('')
  const last = useRef({ key: '', time: 0 })
  const { isRunning, waitingFor, items } = snapshot
  const quarter = Math.floor(progressPercent(snapshot) / 25)
  const key = isRunning ? (waitingFor ?? `running ${quarter}`) : items.length === 0 ? '' : 'ended'
  const announce = useEffectEvent(() => {
    const now = performance.now()
    const before = last.current
    if (key === before.key) return
    const isProgress = key.startsWith('running') && before.key.startsWith('running')
    if (isProgress && now - before.time < announcementMilliseconds) return
    last.current = { key, time: now }
    if (key === 'ended') return setText(before.key === '' ? '' : receiptLines(snapshot, intl).join(' '))
    if (waitingFor !== null) return setText(outlook(snapshot, intl))
    setText(isRunning ? intl.formatMessage({ id: 'upload.progress.counts' }, progressCounts(snapshot)) : '')
  })
  useEffect(() => announce(), [key, snapshot])
  return text
}
