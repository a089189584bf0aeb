import { useEffect, useState } from 'react'
import { retryLater } from '../app/backoff.ts'
import { isReachable, reloadIfReleased } from './reloadIfReleased.ts'
import { useIsOnline } from './useIsOnline.ts'

/** Why a page failed. `offline`: the browser has no network. `away`: our servers do not answer. `failed`: all else. */
export type Cause = 'failed' | 'offline' | 'away'

/**
 * Finds out why a page failed. If a newer release is the cause, that release is loaded instead; after an outage the
 * page is loaded again.
 */
export function useCause(): Cause {
  const isOnline = useIsOnline()
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const look = async () => {
      // Does not set false: if the network was lost meanwhile, `isAway` is already true and must stay so.
      if (!(await reloadIfReleased())) setAway(true)
    }
    void look()
  }, [])
  // When the browser is online again, our servers still have to answer.
  if (!isOnline && !isAway) setAway(true)
  useEffect(() => (isAway ? reloadOnceReachable() : undefined), [isAway])
  if (!isOnline) return 'offline'
  return isAway ? 'away' : 'failed'
}

/** Loads the page again as soon as the servers answer. Returns the function that stops waiting for them. */
function reloadOnceReachable(): () => void {
  let isOver = false
  let cancel: (() => void) | undefined
  const wait = (retries: number) => {
    cancel = retryLater(retries, () => void look(retries))
  }
  const look = async (retries: number) => {
    const hasAnswered = await isReachable()
    if (isOver) return
    if (hasAnswered) location.reload()
    else wait(retries + 1)
  }
  wait(0)
  return () => {
    isOver = true
    cancel?.()
  }
}
