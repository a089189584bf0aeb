import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import type { GridRow } from './justifiedLayout.ts'

/** Fewer rows than this are all kept in the document. */
const fewRows = 40
/** Rows are kept for so many window heights above and below the screen. */
const around = 1.5

interface RowWindow {
  readonly from: number
  readonly to: number
}

/** Which rows of a long grid are around the screen: from, and up to but without to. */
export function useRowWindow(grid: RefObject<HTMLElement | null>, rows: readonly GridRow[]): RowWindow {
  const isLong = rows.length >= fewRows
  const [range, setRange] = useState<RowWindow>({ from: 0, to: fewRows })
  useEffect(() => {
    if (!isLong) return undefined
    let frame = 0
    const measure = () => {
      frame = 0
      const offset = grid.current?.getBoundingClientRect().top ?? 0
      const next = rowsAround(rows, -offset, window.innerHeight)
      setRange((before) => (before.from === next.from && before.to === next.to ? before : next))
    }
    const schedule = () => {
      frame ||= requestAnimationFrame(measure)
    }
    measure()
    addEventListener('scroll', schedule, { passive: true })
    addEventListener('resize', schedule)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', schedule)
      removeEventListener('resize', schedule)
    }
  }, [grid, rows, isLong])
  return isLong ? range : { from: 0, to: rows.length }
}

/** The rows between `around` windows above and below a window of this height that begins at `top` of the grid. */
export function rowsAround(rows: readonly GridRow[], top: number, height: number): RowWindow {
  const first = rows.findIndex((row) => row.top + row.height > top - height * around)
  const after = rows.findIndex((row) => row.top > top + height * (1 + around))
  return { from: first === -1 ? rows.length : first, to: after === -1 ? rows.length : after }
}
