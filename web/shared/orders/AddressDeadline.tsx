import { FormattedMessage } from 'react-intl'
import { useOrderDates } from './useOrderDates.ts'

const [second, minute] = [1_000, 60_000]
/** The countdown is shown for the last two hours. */
const countedMinutes = 120

export interface AddressDeadlineProps {
  /** Until when the address can be changed; null if this is unknown. */
  readonly until: string | null
  /** The time left, as `useTimeLeft` returns it. */
  readonly left: number | null
}

/** Says until when the address of an order can be changed, with a countdown near the end. */
export function AddressDeadline({ until, left }: AddressDeadlineProps) {
  const { timeSoon } = useOrderDates()
  if (until === null || left === null) return <FormattedMessage id="order.clock.untilProduction" />
  if (left <= 0) return <FormattedMessage id="order.clock.over" />
  return (
    <>
      <FormattedMessage id="order.clock.until" values={{ time: <time dateTime={until}>{timeSoon(until)}</time> }} />{' '}
      <TimeLeft left={left} />
    </>
  )
}

/** The countdown. Screen readers do not announce each step, because it is not a live region. */
function TimeLeft({ left }: { readonly left: number }) {
  const minutes = Math.ceil(left / minute)
  if (minutes > countedMinutes) return null
  if (left <= minute) return <FormattedMessage id="order.clock.seconds" values={{ count: Math.ceil(left / second) }} />
  return <FormattedMessage id="order.clock.minutes" values={{ count: minutes }} />
}
