import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { TimelineControl } from '../timelineControl.ts'

/** How long (ms) a jump may take. If a month comes to the top later than that, the user has scrolled there. */
const longestJump = 800

export interface AskedMonth {
  /** The index of the requested month; without a request, of the month at the top of the window. */
  readonly index: number
  /** Jumps to a month; several calls within a frame are one jump. */
  readonly ask: (index: number) => void
}

/**
 * The month that the slider shows. During a jump, the slider shows the target, because the last months may never reach
 * the window's top.
 */
export function useAskedMonth(control: TimelineControl): AskedMonth {
  const { months } = control
  const indices = useMemo(() => new Map(months.map(({ id }, index) => [id, index])), [months])
  const current = useSyncExternalStore(control.subscribe, control.current)
  const [asked, setAsked] = useState<number | null>(null)
  const askedAt = useRef(0)
  const frame = useRef(0)
  useEffect(
    () =>
      control.subscribe(() => {
        const arrived = indices.get(control.current() ?? '')
        const isLate = performance.now() - askedAt.current > longestJump
        setAsked((wanted) => (wanted === arrived || isLate ? null : wanted))
      }),
    [control, indices],
  )
  useEffect(() => () => cancelAnimationFrame(frame.current), [])
  const isAsked = asked !== null
  useEffect(() => {
    if (!isAsked) return undefined
    // The wheel interrupts a jump.
    const leave = () => {
      cancelAnimationFrame(frame.current)
      setAsked(null)
    }
    addEventListener('wheel', leave, { passive: true })
    return () => removeEventListener('wheel', leave)
  }, [isAsked])
  const ask = useCallback(
    (index: number) => {
      const month = months[index]
      if (!month) return
      askedAt.current = performance.now()
      setAsked(index)
      cancelAnimationFrame(frame.current)
      frame.current = requestAnimationFrame(() => control.jumpTo(month.id))
    },
    [control, months],
  )
  const index = asked ?? indices.get(current ?? '') ?? 0
  return { index: Math.min(index, Math.max(0, months.length - 1)), ask }
}
