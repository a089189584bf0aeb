import { useEffect, useState } from 'react'

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
/** Browsers cannot wait longer (ms). */
const longestWait = 24 * hour

/**
 * The time left (ms) until a moment; 0 or less after it. Null without a moment, and if the moment was over from the
 * start. It is counted in minutes, and in the last minute in seconds.
 */
export function useTimeLeft(moment: string | null): number | null {
  const [clock, setClock] = useState(() => startedAt(moment))
  useEffect(() => {
    if (moment === null) return undefined
    const isNew = clock.moment !== moment
    const isShownAsOver = Date.parse(moment) <= clock.now
    if (isShownAsOver && !isNew) return undefined
    const tick = () => setClock((before) => (isNew ? startedAt(moment) : { ...before, now: Date.now() }))
    const timer = setTimeout(tick, isNew ? 0 : waitBefore(Date.parse(moment)))
    return () => clearTimeout(timer)
  }, [moment, clock])
  // If the service allows it although its time is over from the start, the clock of this device is wrong, or production
  // is late.
  if (moment === null || clock.moment !== moment || Date.parse(moment) <= clock.start) return null
  return Date.parse(moment) - clock.now
}

function startedAt(moment: string | null) {
  const now = Date.now()
  return { moment, start: now, now }
}

/** How long (ms) to wait until the shown number changes. The last rendering may be old, because the page may have slept. */
function waitBefore(moment: number): number {
  const rest = moment - Date.now()
  const step = rest > minute ? minute : second
  return Math.max(0, Math.min(longestWait, rest % step || step))
}
