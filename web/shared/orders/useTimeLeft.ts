import { useEffect, useState } from 'react'

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
/** Browsers cannot wait longer (ms). */
const longestWait = 24 * hour

/**
 * The time left (ms) until a moment; 0 or less after it, null without a moment. It is counted in minutes, and in the
 * last minute in seconds.
 */
export function useTimeLeft(moment: string | null): number | null {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (moment === null) return undefined
    // The time of the last render may be old: the page may have slept.
    const rest = Date.parse(moment) - Date.now()
    const isShownAsOver = Date.parse(moment) <= now
    if (isShownAsOver) return undefined
    const step = rest > minute ? minute : second
    // Waits until the shown number changes.
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, Math.min(longestWait, rest % step || step)))
    return () => clearTimeout(timer)
  }, [moment, now])
  return moment === null ? null : Date.parse(moment) - now
}
