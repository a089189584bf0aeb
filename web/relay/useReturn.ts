import { useEffect, useEffectEvent } from 'react'

/** A browser that shows a tab again reports it as visible first, and as focused within this time (ms). */
const focusDelay = 1_000

/**
 * Calls back once for each return of the customer to the window, because other devices may have changed what the window
 * shows.
 */
export function useReturn(returned: () => void): void {
  const call = useEffectEvent(returned)
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    let shownAt = Number.NEGATIVE_INFINITY
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') return
      shownAt = performance.now()
      call()
    }
    const onFocus = () => {
      if (document.visibilityState !== 'hidden' && performance.now() - shownAt > focusDelay) call()
    }
    document.addEventListener('visibilitychange', onVisibility, { signal })
    addEventListener('focus', onFocus, { signal })
    return () => ending.abort()
  }, [])
}
