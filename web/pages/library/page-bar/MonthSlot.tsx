import { useCallback } from 'react'
import { usePageBar } from './pageBarContext.ts'

/** Where the search for a month appears. */
export function MonthSlot() {
  const { set } = usePageBar()
  const receive = useCallback((element: HTMLElement | null) => set({ monthSlot: element }), [set])
  return <div ref={receive} />
}
