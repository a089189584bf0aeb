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
  /** In a word or two: for a button. */
  readonly short: string
  /** The same as a sentence. */
  readonly sentence: string
  /** What keeps the photos, and until when. */
  readonly orderBy: string
}

/** Below this many months days are told. */
const fewestMonths = 2

/** How long photos are still kept, in months, or days where those are few; an estimate says that it is one. */
export function useStorageTexts(storage: useStorageTexts_storage$key): StorageTexts {
  const { formatMessage } = useIntl()
  const formatDay = useFormatDay()
  const { status, monthsRemaining, daysRemaining, orderByDate, isEstimate } = useFragment(fragment, storage)
  const estimated = (text: string) => (isEstimate ? formatMessage({ id: 'storage.estimated' }, { text }) : text)
  // On the last day the date to order by is over, and an order still helps.
  const orderBy =
    daysRemaining === 0
      ? formatMessage({ id: 'storage.orderToday' })
      : formatMessage({ id: 'storage.orderBy' }, { date: formatDay(orderByDate) })
  const days = { count: daysRemaining }
  if (status !== 'CRITICAL' && monthsRemaining >= fewestMonths) {
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

/** Writes the day of a moment as dd MMM yyyy. Days of storage are counted by UTC, wherever one is. */
export function useFormatDay(): (moment: string) => string {
  const { formatDate } = useIntl()
  return (moment) => formatDate(moment, { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' })
}
