import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { TimelineControlMonth } from './timelineControl.ts'
import type { CollectionViewport } from '../photo-collection/viewport/CollectionViewport.ts'

/** Scrolls to the month that the address names (`#2019-05`), or to the closest one; once per navigation. */
export function useJumpToHash(viewport: CollectionViewport, months: readonly TimelineControlMonth[]): void {
  const { hash, key } = useLocation()
  const done = useRef('')
  useEffect(() => {
    const wanted = monthOfHash(hash)
    if (wanted === null || months.length === 0 || done.current === key + hash) return
    done.current = key + hash
    const distance = ({ year, month }: TimelineControlMonth) =>
      year === null || month === null ? Number.POSITIVE_INFINITY : Math.abs(year * 12 + month - wanted)
    const closest = months.reduce((best, month) => (distance(month) < distance(best) ? month : best))
    viewport.jumpTo(closest.id)
  }, [viewport, months, hash, key])
}

/** The month that the address names, as a number of months since year 0; null when it names none. */
function monthOfHash(hash: string): number | null {
  const [, year, month] = /^#(\d{4})-(\d{2})$/.exec(hash) ?? []
  return year === undefined || month === undefined ? null : Number(year) * 12 + Number(month)
}
