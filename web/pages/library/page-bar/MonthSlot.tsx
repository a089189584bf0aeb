import { useCallback } from 'react'
import { usePageBar } from './pageBarContext.ts'

/** The place in the page's bar where the search for a month appears. */
export function MonthSlot() {
  const { set } = usePageBar()
  const receive = useCallback((element: HTMLElement | null) => set({ monthSlot: element }), [set])
  return <div ref={receive} />
}
