import { use, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useIntl } from 'react-intl'
import { monthTitle } from '../../../../shared/dates.ts'
import type { TimelineControl } from '../timelineControl.ts'
import { GoToMonth } from './GoToMonth.tsx'
import { MonthSlider } from './MonthSlider.tsx'
import { ToolsSlotContext } from './toolsSlot.ts'

/** A timeline of at most this many months needs no scrubber: its months fit on about one screen. */
const maxMonthsWithoutScrubber = 6

export interface TimelineScrubberProps {
  readonly control: TimelineControl
}

/**
 * A slider at the window's edge and a search field, to jump to a month of a long library. Both come before the photos in
 * the document, so that the Tab key reaches them first.
 */
export function TimelineScrubber({ control }: TimelineScrubberProps) {
  const intl = useIntl()
  const slot = use(ToolsSlotContext)
  const { months } = control
  const titled = useMemo(
    () => months.map((month) => ({ ...month, title: monthTitle(intl, month.year, month.month) })),
    [months, intl],
  )
  if (!slot || months.length <= maxMonthsWithoutScrubber) return null
  return createPortal(
    <>
      <GoToMonth control={control} months={titled} />
      <MonthSlider control={control} months={titled} />
    </>,
    slot,
  )
}
