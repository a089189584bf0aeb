import { useEffect, useMemo, useRef, useState } from 'react'

/** Holds back the first screen until every page of it is ready. */
export interface Reveal {
  readonly isOpen: boolean
  /** Must be called when a page of the first screen begins to load. */
  readonly wait: (page: string) => void
  /** Must be called when a page is ready or has failed. */
  readonly settle: (page: string) => void
}

/** The longest wait (ms): a page that takes longer appears later than the rest. */
const longestMilliseconds = 2_500

/** Holds back the first screen until its pages are ready, so that all of them appear at the same time. */
export function useReveal(): Reveal {
  const [isOpen, setOpen] = useState(false)
  const waiting = useRef(new Set<string>())
  const settled = useRef(new Set<string>())
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), longestMilliseconds)
    return () => clearTimeout(timer)
  }, [])
  const callbacks = useMemo(
    () => ({
      wait: (page: string) => {
        if (!settled.current.has(page)) waiting.current.add(page)
      },
      settle: (page: string) => {
        settled.current.add(page)
        waiting.current.delete(page)
        if (waiting.current.size === 0) setOpen(true)
      },
    }),
    [],
  )
  return useMemo(() => ({ isOpen, ...callbacks }), [isOpen, callbacks])
}
