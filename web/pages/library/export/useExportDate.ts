import { useIntl } from 'react-intl'

/** Formats a time as a day in the user's time zone: dd MMM yyyy. */
export function useExportDate(): (moment: string | null | undefined) => string {
  const { formatDate } = useIntl()
  return (moment) => (moment ? formatDate(moment, { day: '2-digit', month: 'short', year: 'numeric' }) : '')
}
