import { useState } from 'react'
import type { StepDirection } from './PhotoChain.ts'
import type { Neighbours } from './PhotoWindow.ts'

type Arrows = Readonly<Record<StepDirection, boolean>>

/**
 * Decides which arrows are shown. While the neighbours of a new photo are unknown, the arrows stay as they were: the
 * next press must hit the arrow again, not the area where it was.
 */
export function useArrows({ previous, next }: Neighbours): Arrows {
  const [shown, setShown] = useState<Arrows>({ previous: false, next: false })
  const now = {
    previous: previous === undefined ? shown.previous : previous !== null,
    next: next === undefined ? shown.next : next !== null,
  }
  if (now.previous !== shown.previous || now.next !== shown.next) setShown(now)
  return now
}
