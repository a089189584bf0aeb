import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { retryLater } from '../app/backoff.ts'
import { useReturn } from '../relay/useReturn.ts'

/**
 * The delay (ms) before the first read. It doubles with each read, up to a minute. The service makes the files of an
 * invoice in about two seconds.
 */
const first = 2_000
/** The maximum number of reads: they stop after six minutes. The service retries failed files within five minutes. */
const times = 10

/** After this many reads (2 + 4 + 8 + 16 + 32 = 62 s), the files are late, because they usually take seconds. */
const lateAfter = 5

/**
 * Reads something again and again while it is not complete, with a backoff. Does nothing while the tab is hidden.
 * Starts again from the first delay when the customer comes back to the window.
 * @returns true once the data has been incomplete for more than a minute; stays true after a return to the window
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
