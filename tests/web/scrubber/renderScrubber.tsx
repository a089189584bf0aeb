import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IntlProvider } from 'react-intl'
import messages from '../../../web/locales/en-GB.json'
import { TimelineScrubber } from '../../../web/pages/library/months/scrubber/TimelineScrubber.tsx'
import { MonthSlot } from '../../../web/pages/library/page-bar/MonthSlot.tsx'
import { PageBarScope } from '../../../web/pages/library/page-bar/PageBarScope.tsx'
import { installLayout } from '../support/browser.ts'

/** The months of whole years, the newest first, as in the timeline. */
export function monthsOf(...years: readonly number[]) {
  return years.flatMap((year) =>
    Array.from({ length: 12 }, (_, index) => ({ id: `${year}-${12 - index}`, year, month: 12 - index, count: 3 })),
  )
}

/** Renders the scrubber with a timeline that jumps at once. */
export function renderScrubber(months: ReturnType<typeof monthsOf>, locale = 'en-GB') {
  installLayout(1_000)
  // jsdom has no pointer capture.
  Element.prototype.setPointerCapture = () => undefined
  const jumps: [id: string, isFocused: boolean][] = []
  const listeners = new Set<() => void>()
  let current = months[0]?.id ?? null
  const arrive = (id: string) => {
    current = id
    for (const listener of listeners) listener()
  }
  const control = {
    months,
    jumpTo: (id: string, isFocused = false) => {
      jumps.push([id, isFocused])
      act(() => arrive(id))
    },
    current: () => current,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const view = render(
    <IntlProvider locale={locale} messages={messages}>
      <PageBarScope>
        <MonthSlot />
        <TimelineScrubber control={control} />
      </PageBarScope>
    </IntlProvider>,
  )
  /** Scrolls the timeline to a month, without using the scrubber. */
  const scrollTo = (id: string) => act(() => arrive(id))
  return { ...view, user: userEvent.setup(), jumps, scrollTo }
}
