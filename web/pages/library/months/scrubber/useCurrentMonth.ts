import { useEffect, useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import { monthTitle } from '../../../../shared/dates.ts'
import { usePageBar } from '../../page-bar/pageBarContext.ts'
import type { TimelineControl } from '../timelineControl.ts'

/** Shows the month below the page's bar in it. While the page is scrolled, it takes the place of the bar's title. */
export function useCurrentMonth({ subscribe, current, months }: TimelineControl): void {
  const intl = useIntl()
  const { bar } = usePageBar()
  const id = useSyncExternalStore(subscribe, current)
  const month = months.find((each) => each.id === id)
  const title = month && monthTitle(intl, month.year, month.month)
  useEffect(() => {
    const place = bar?.querySelector<HTMLElement>('[data-place]')
    if (!place || title === undefined) return undefined
    // Drawn by the style sheet: a repeated heading, which neither screen readers nor a search in the page should find.
    place.dataset['text'] = title
    return () => {
      delete place.dataset['text']
    }
  }, [bar, title])
}
