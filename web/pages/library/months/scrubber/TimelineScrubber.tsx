import { use, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useIntl } from 'react-intl'
import { monthTitle } from '../../../../shared/dates.ts'
import type { TimelineControl } from '../timelineControl.ts'
import { GoToMonth } from './GoToMonth.tsx'
import { MonthSlider } from './MonthSlider.tsx'
import { ToolsSlotContext } from './toolsSlot.ts'

/** Up to this number of months, they fit on about one screen and need no scrubber. */
const mostWithoutScrubber = 6

export interface TimelineScrubberProps {
  readonly control: TimelineControl
}

/**
 * Leads to a month of a long library: a slider at the window's edge, and a search field. Both come before the photos in the
 * document, so that the Tab key reaches them first.
 */
export function TimelineScrubber({ control }: TimelineScrubberProps) {
  const intl = useIntl()
  const slot = use(ToolsSlotContext)
  const { months } = control
  const titled = useMemo(
    () => months.map((month) => ({ ...month, title: monthTitle(intl, month.year, month.month) })),
    [months, intl],
  )
  if (!slot || months.length <= mostWithoutScrubber) return null
  return createPortal(
    <>
      <GoToMonth control={control} months={titled} />
      <MonthSlider control={control} months={titled} />
    </>,
    slot,
  )
}
