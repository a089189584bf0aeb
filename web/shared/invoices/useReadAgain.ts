import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { retryLater } from '../../app/backoff.ts'
import { useReturn } from '../../relay/useReturn.ts'

/**
 * The time (ms) until the first reading, which then doubles up to a minute. The service makes the files of an invoice
 * in about two seconds.
 */
const first = 2_000
/** After six minutes the reading stops. The service makes failed files again within five minutes. */
const times = 10

/** After 2 + 4 + 8 + 16 + 32 s, something that takes seconds is late. */
const lateAfter = 5

/**
 * Reads something again and again while it is not complete, with a backoff. Does nothing while the tab is hidden. Starts
 * anew when the customer comes back to the window.
 * @returns true once it has been incomplete for longer than a minute, also after a return to the window
 */
export function useReadAgain(isIncomplete: boolean, read: () => void): boolean {
  const [reads, setReads] = useState(0)
  const [isLate, setLate] = useState(false)
  const isHidden = useSyncExternalStore(followVisibility, () => document.visibilityState === 'hidden')
  const call = useEffectEvent(read)
  useReturn(() => setReads(0))
  if (!isIncomplete && reads > 0) setReads(0)
  if (isLate !== (isIncomplete && (isLate || reads >= lateAfter))) setLate(!isLate)
  useEffect(() => {
    if (!isIncomplete || isHidden) return undefined
    const readOnce = () => {
      setReads((count) => count + 1)
      call()
    }
    return retryLater(reads, readOnce, { first, times })
  }, [isIncomplete, isHidden, reads])
  return isLate
}

function followVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
