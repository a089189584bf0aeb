import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

/** The width of an element in whole pixels, kept up to date; 0 until it is known. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return undefined
    const measure = () => setWidth(Math.floor(measured.getBoundingClientRect().width))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return width
}
