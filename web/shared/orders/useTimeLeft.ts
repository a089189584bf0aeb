import { useEffect, useState } from 'react'

const [second, minute] = [1_000, 60_000]

/**
 * The time left (ms) until a moment; 0 or less after it. Null without a moment, and if it had already passed at the
 * first rendering. The value is updated every minute, and in the last minute every second.
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
  // If the service still allows the change although the moment had already passed at the first rendering, the clock of
  // this device is wrong, or production is late. No time left is shown then.
  if (moment === null || clock.moment !== moment || Date.parse(moment) <= clock.start) return null
  return Date.parse(moment) - clock.now
}

function startedAt(moment: string | null) {
  const now = Date.now()
  return { moment, start: now, now }
}

/**
 * How long (ms) to wait until the shown number changes. Reads the clock again, because the device may have slept since
 * the last rendering.
 */
function waitBefore(moment: number): number {
  const rest = moment - Date.now()
  const step = rest > minute ? minute : second
  return Math.max(0, rest % step || step)
}
