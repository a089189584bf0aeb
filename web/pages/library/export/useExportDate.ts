import { useIntl } from 'react-intl'

/** A moment as the day that it is where one is, as dd MMM yyyy. */
export function useExportDate(): (moment: string | null | undefined) => string {
  const { formatDate } = useIntl()
  return (moment) => (moment ? formatDate(moment, { day: '2-digit', month: 'short', year: 'numeric' }) : '')
}
