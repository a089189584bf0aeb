import { useEffect, useState } from 'react'
import { useWaitingSince } from '../shared/waitingSections.ts'

/** How long (ms) a section waits before a notice says so. The request fails after 20 s (web/relay/post.ts). */
const slowMilliseconds = 5_000

/** Whether a section has been waiting for its query for so long that the customer should be told. */
export function useIsSlow(): boolean {
  const since = useWaitingSince()
  const [slowSince, setSlowSince] = useState<number | null>(null)
  useEffect(() => {
    if (since === null) return undefined
    // Starts a timer even if the section has waited long enough already: screen readers announce only what changes
    // after the region has appeared.
    const timer = setTimeout(() => setSlowSince(since), since + slowMilliseconds - performance.now())
    return () => clearTimeout(timer)
  }, [since])
  return since !== null && slowSince === since
}
