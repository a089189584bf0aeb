import { useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useIntl } from 'react-intl'
import { monthTitle } from '../../../../shared/dates.ts'
import { usePageBar } from '../../page-bar/pageBarContext.ts'
import { useCurrentMonth } from './useCurrentMonth.ts'
import type { TimelineControl } from '../timelineControl.ts'
import { GoToMonth } from './GoToMonth.tsx'
import { MonthSlider } from './MonthSlider.tsx'

/** A timeline of at most this many months needs no scrubber: its months fit on about one screen. */
const maxMonthsWithoutScrubber = 6

export interface TimelineScrubberProps {
  readonly control: TimelineControl
}

/**
 * Shows the current month in the page's bar. In a long library, it also shows a slider at the window's edge and a
 * search field in the bar, to jump to a month. Both controls come before the photos in the document, so that the Tab
 * key reaches them first.
 */
export function TimelineScrubber({ control }: TimelineScrubberProps) {
  const intl = useIntl()
  const { monthSlot } = usePageBar()
  const { months } = control
  useCurrentMonth(control)
  const titled = useMemo(
    () => months.map((month) => ({ ...month, title: monthTitle(intl, month.year, month.month) })),
    [months, intl],
  )
  if (months.length <= maxMonthsWithoutScrubber) return null
  return (
    <>
      {monthSlot && createPortal(<GoToMonth control={control} months={titled} />, monthSlot)}
      <MonthSlider control={control} months={titled} />
    </>
  )
}
