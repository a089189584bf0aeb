import { useState } from 'react'
import type { StepDirection } from './PhotoChain.ts'
import type { Beside } from './PhotoWindow.ts'

type Arrows = Readonly<Record<StepDirection, boolean>>

/**
 * Which ways on are shown. While nobody knows what is beside a photo that was stepped to, those that were there stay: the
 * next press of one is a step, too, and not one beside it.
 */
export function useArrows({ previous, next }: Beside): Arrows {
  const [shown, setShown] = useState<Arrows>({ previous: false, next: false })
  const now = {
    previous: previous === undefined ? shown.previous : previous !== null,
    next: next === undefined ? shown.next : next !== null,
  }
  if (now.previous !== shown.previous || now.next !== shown.next) setShown(now)
  return now
}
