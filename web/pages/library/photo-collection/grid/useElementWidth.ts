import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * The latest measured width. A view that is opened again starts with this width and so has its full length at once:
 * the scroll position can then be restored.
 */
let lastWidth = 0

/** The width of an element in whole pixels, kept up to date; 0 until a width has been measured. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(lastWidth)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return undefined
    const measure = () => {
      lastWidth = Math.floor(measured.getBoundingClientRect().width)
      setWidth(lastWidth)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return width
}
