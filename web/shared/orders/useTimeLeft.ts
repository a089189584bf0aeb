import { useEffect, useState } from 'react'

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
/** Browsers cannot wait longer (ms). */
const longestWait = 24 * hour

/**
 * The time left (ms) until a moment; 0 or less after it. Null without a moment, and if the moment was over from the
 * start. It is counted in minutes, and in the last minute in seconds.
 */
export function useTimeLeft(moment: string | null): number | null {
  const [now, setNow] = useState(Date.now)
  const [start, setStart] = useState({ moment, at: now })
  if (start.moment !== moment) {
    const at = Date.now()
    setStart({ moment, at })
    setNow(at)
  }
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
  // The service still allows it although its time is over here: the clock of this device is wrong, or production is late.
  if (moment === null || Date.parse(moment) <= start.at) return null
  return Date.parse(moment) - now
}
