import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { useStorageTexts_storage$key } from '../../__generated__/useStorageTexts_storage.graphql.ts'

const fragment = graphql`
  fragment useStorageTexts_storage on StorageStatus {
    status
    monthsRemaining
    daysRemaining
    orderByDate
    isEstimate
  }
`

export interface StorageTexts {
  /** The text for a button, in a word or two. */
  readonly short: string
  /** The text as a sentence. */
  readonly sentence: string
  /** The date by which to order, so that the photos are kept. */
  readonly orderBy: string
}

/** With fewer months left, the text counts days. */
const minimumMonths = 2

/** How long photos are still kept: in months, or in days if few months are left. An estimate is marked as one. */
export function useStorageTexts(storage: useStorageTexts_storage$key): StorageTexts {
  const { formatMessage } = useIntl()
  const formatDay = useFormatDay()
  const { status, monthsRemaining, daysRemaining, orderByDate, isEstimate } = useFragment(fragment, storage)
  const estimated = (text: string) => (isEstimate ? formatMessage({ id: 'storage.estimated' }, { text }) : text)
  // On the last day, the date to order by has passed, but an order still helps.
  const orderBy =
    daysRemaining === 0
      ? formatMessage({ id: 'storage.orderToday' })
      : formatMessage({ id: 'storage.orderBy' }, { date: formatDay(orderByDate) })
  const days = { count: daysRemaining }
  if (status !== 'CRITICAL' && monthsRemaining >= minimumMonths) {
    const months = { count: monthsRemaining }
    return {
      short: estimated(formatMessage({ id: 'storage.short.months' }, months)),
      sentence: estimated(formatMessage({ id: 'storage.months' }, months)),
      orderBy,
    }
  }
  const sentence = status === 'CRITICAL' ? 'storage.deleted' : 'storage.days'
  return {
    short: estimated(formatMessage({ id: 'storage.short.days' }, days)),
    sentence: estimated(formatMessage({ id: sentence }, days)),
    orderBy,
  }
}

/** Formats the day of a moment as dd MMM yyyy, in UTC like the deletion itself, whatever the reader's time zone. */
export function useFormatDay(): (moment: string) => string {
  const { formatDate } = useIntl()
  return (moment) => formatDate(moment, { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' })
}
