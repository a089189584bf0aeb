import { useEffect, useMemo, useRef, useState } from 'react'

/** Opens when every section of the first screen is ready. */
export interface Reveal {
  readonly isOpen: boolean
  /** A section of the first screen begins to load. */
  readonly wait: (section: string) => void
  /** A section is ready, or has failed. */
  readonly settle: (section: string) => void
}

/** What is late appears late, rather than hold back the rest for longer than this. */
const longestMilliseconds = 2_500

/** Holds back the first screen until its sections are ready, so that it appears in one piece. */
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
      wait: (section: string) => {
        if (!settled.current.has(section)) waiting.current.add(section)
      },
      settle: (section: string) => {
        settled.current.add(section)
        waiting.current.delete(section)
        if (waiting.current.size === 0) setOpen(true)
      },
    }),
    [],
  )
  return useMemo(() => ({ isOpen, ...callbacks }), [isOpen, callbacks])
}
