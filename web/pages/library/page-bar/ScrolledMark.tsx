import { useEffect, useRef } from 'react'
import { usePageBar } from './pageBarContext.ts'

/**
 * Sets `data-scrolled` on the page's bar while content is behind the bar, that is, while this element is outside of the
 * window.
 */
export function ScrolledMark() {
  const { bar } = usePageBar()
  const mark = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!bar || !mark.current) return undefined
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) bar.toggleAttribute('data-scrolled', !entry.isIntersecting)
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [bar])
  return <span ref={mark} />
}
