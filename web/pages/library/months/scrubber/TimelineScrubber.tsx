import { use, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useIntl } from 'react-intl'
import { monthTitle } from '../../../../shared/dates.ts'
import type { TimelineControl } from '../timelineControl.ts'
import { GoToMonth } from './GoToMonth.tsx'
import { MonthSlider } from './MonthSlider.tsx'
import { ToolsSlotContext } from './toolsSlot.ts'

/** So many months fit on a screen or so: with no more than these nobody needs help to find one. */
const mostWithoutScrubber = 6

export interface TimelineScrubberProps {
  readonly control: TimelineControl
}

/**
 * The ways to a month of a long library: a slider at the window's edge, and typing. In the document they come before
 * the photos, so that the keyboard meets them first.
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
