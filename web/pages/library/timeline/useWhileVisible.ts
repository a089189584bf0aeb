import { useEffect, useEffectEvent } from 'react'
import type { RefObject } from 'react'

/** While active and the element is on screen or just below, calls back: again whenever it becomes active again. */
export function useWhileVisible(element: RefObject<Element | null>, isActive: boolean, callback: () => void): void {
  const onVisible = useEffectEvent(callback)
  useEffect(() => {
    if (!isActive || !element.current) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) onVisible()
      },
      { rootMargin: '0px 0px 80% 0px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isActive])
}
