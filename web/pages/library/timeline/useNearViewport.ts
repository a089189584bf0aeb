import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

export type Nearness = 'far' | 'near' | 'visible'

/** How far ahead photos are loaded, as a part of the window's height. */
const ahead = '150%'

/** Whether an element is on screen, close to it, or far; unknown counts as far. */
export function useNearViewport(element: RefObject<Element | null>): Nearness {
  const [nearness, setNearness] = useState<Nearness>('far')
  useEffect(() => {
    if (!element.current) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        const { top, bottom } = entry.boundingClientRect
        const isVisible = bottom > 0 && top < window.innerHeight
        setNearness(entry.isIntersecting ? (isVisible ? 'visible' : 'near') : 'far')
      },
      { rootMargin: `${ahead} 0px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return nearness
}
