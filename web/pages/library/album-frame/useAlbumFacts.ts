import { useState } from 'react'
import { useIntl } from 'react-intl'

const dayMilliseconds = 86_400_000

/** The number of photos of an album, and when it was created: today, yesterday, or the date. */
export function useAlbumFacts(count: number | null, created: string): readonly string[] {
  const { formatDate, formatMessage } = useIntl()
  const [now] = useState(() => new Date())
  const facts = count === null ? [] : [formatMessage({ id: 'timeline.photosCount' }, { count })]
  const daysAgo = dayOf(now) - dayOf(new Date(created))
  if (daysAgo === 0) return [...facts, formatMessage({ id: 'album.createdToday' })]
  if (daysAgo === 1) return [...facts, formatMessage({ id: 'album.createdYesterday' })]
  const date = formatDate(created, { day: '2-digit', month: 'short', year: 'numeric' })
  return [...facts, formatMessage({ id: 'album.createdOn' }, { date })]
}

/** The number of a day in the local time zone. */
function dayOf(time: Date): number {
  return Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / dayMilliseconds
}
