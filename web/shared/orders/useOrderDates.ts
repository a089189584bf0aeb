import { useIntl } from 'react-intl'
import { graphql, readInlineData } from 'react-relay/hooks'
import type { useOrderDates_range$key } from '../../__generated__/useOrderDates_range.graphql.ts'

const fragment = graphql`
  fragment useOrderDates_range on DateRange @inline {
    from
    to
  }
`

const dayFormat = { day: '2-digit', month: 'short', year: 'numeric' } as const
const timeFormat = { hour: '2-digit', minute: '2-digit' } as const

/** Formats the dates of orders: days as dd MMM yyyy, times in the customer's time zone. */
export function useOrderDates() {
  const { formatDate, formatTime, formatDateTimeRange } = useIntl()
  const day = (moment: string) => formatDate(moment, dayFormat)
  return {
    /** The day of a moment. */
    day,
    /** The day and the time of a moment. */
    moment: (moment: string) => formatDate(moment, { ...dayFormat, ...timeFormat }),
    /** The time of a moment, with its day if the day is not today. */
    timeSoon: (moment: string) =>
      day(moment) === formatDate(Date.now(), dayFormat)
        ? formatTime(moment, timeFormat)
        : formatDate(moment, { ...dayFormat, ...timeFormat }),
    /** A day that has no time zone. */
    date: (date: string) => formatDate(date, { ...dayFormat, timeZone: 'UTC' }),
    /** A range of days, which have no time zone. */
    range: (range: useOrderDates_range$key) => {
      const { from, to } = readInlineData(fragment, range)
      return formatDateTimeRange(Date.parse(from), Date.parse(to), { ...dayFormat, timeZone: 'UTC' })
    },
  }
}
