import { useLayoutEffect, useState } from 'react'
import { usePageBar } from './pageBarContext.ts'

/** A bar that is narrower than this (in rem) shows only its most important actions: as in the style sheet. */
const narrow = 40

/** Whether only the most important actions fit into the bar, so that its menu has the other actions. */
export function useIsNarrow(): boolean {
  const { bar } = usePageBar()
  const [isNarrow, setNarrow] = useState(false)
  useLayoutEffect(() => {
    const content = bar?.firstElementChild
    if (!content) return undefined
    const measure = () => {
      // The size of a rem (px) follows the reader's text size.
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
      setNarrow(content.getBoundingClientRect().width < narrow * rem)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(content)
    return () => observer.disconnect()
  }, [bar])
  return isNarrow
}
