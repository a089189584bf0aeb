import { useEffect, useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import { monthTitle } from '../../../../shared/dates.ts'
import { usePageBar } from '../../page-bar/pageBarContext.ts'
import type { TimelineControl } from '../timelineControl.ts'

/**
 * Shows in the page's bar which month is below the bar. While the page is scrolled, the month replaces the bar's title.
 */
export function useCurrentMonth({ subscribe, current, months }: TimelineControl): void {
  const intl = useIntl()
  const { bar } = usePageBar()
  const id = useSyncExternalStore(subscribe, current)
  const month = months.find((each) => each.id === id)
  const title = month && monthTitle(intl, month.year, month.month)
  useEffect(() => {
    const place = bar?.querySelector<HTMLElement>('[data-place]')
    if (!place || title === undefined) return undefined
    // The style sheet draws the text, because the text repeats a heading: screen readers and a search in the page must
    // find only the heading.
    place.dataset['text'] = title
    return () => {
      delete place.dataset['text']
    }
  }, [bar, title])
}
