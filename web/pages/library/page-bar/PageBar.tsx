import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { type PageBarParts, usePageBar } from './pageBarContext.ts'
import styles from './PageBar.module.css'

/** A bar that is narrower than this (in rem) shows only its most important actions. */
const narrow = 40

/** The class of an action that is an icon at all widths. Its text is its tooltip. */
export const iconClass = styles.icon

/** The class of an action whose text appears on wide screens; otherwise the text is its tooltip. */
export const wideClass = styles.wide

/** The class of the most important action: its text appears earlier. */
export const firstClass = styles.first

/** The class of actions that are in the menu of a narrow bar. */
export const broadClass = styles.broad

export interface PageBarProps {
  /** The page's title, with a heading of the first level. */
  readonly title?: ReactNode
  /** Beside the title. It may appear late: there is free space after it. */
  readonly status?: ReactNode
  /** The actions. One that appears late must be the first, so that the others stay where they are. */
  readonly children?: ReactNode
}

/**
 * The one bar of a page with photos: title and actions in one row of the same height at every width. It stays at the top of
 * the window while the page scrolls.
 */
export function PageBar({ title, status, children }: PageBarProps) {
  const { set } = usePageBar()
  const above = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    set({ bar: bar.current, place: place.current })
    return () => set({ bar: null, place: null })
  }, [set])
  useNarrowness(content, set)
  useScrolledMark(above, bar)
  return (
    <>
      <div ref={above} className={styles.above} />
      <div ref={bar} data-page-bar="" className={styles.bar}>
        <div ref={content} className={styles.content}>
          <div className={styles.start}>
            <div className={styles.title}>{title}</div>
            <div ref={place} className={styles.place} />
          </div>
          {status}
          <div className={styles.actions}>{children}</div>
        </div>
      </div>
    </>
  )
}

/** Measures whether the bar is narrow, in the reader's text size. */
function useNarrowness(content: RefObject<HTMLElement | null>, set: PageBarParts['set']): void {
  useLayoutEffect(() => {
    const { current } = content
    if (!current) return undefined
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
      set({ isNarrow: current.getBoundingClientRect().width < narrow * rem })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [content, set])
}

/** Sets `data-scrolled` on the bar while content is below it. */
function useScrolledMark(above: RefObject<HTMLElement | null>, bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!above.current) return undefined
    const observer = new IntersectionObserver(([entry]) => {
      if (bar.current && entry) bar.current.toggleAttribute('data-scrolled', !entry.isIntersecting)
    })
    observer.observe(above.current)
    return () => observer.disconnect()
  }, [above, bar])
}
