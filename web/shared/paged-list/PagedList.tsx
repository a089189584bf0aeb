import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import styles from './PagedList.module.css'

/** The next page is loaded when the end of the list is this close to the window. */
const ahead = '1200px 0px'

/** The part of `usePaginationFragment` that loads the next page. */
export interface Paging {
  readonly hasNext: boolean
  readonly isLoadingNext: boolean
  readonly loadNext: (count: number, options: { onComplete: (error: Error | null) => void }) => unknown
}

export interface PagedListProps {
  readonly paging: Paging
  /** How many items are shown. */
  readonly count: number
  readonly pageSize: number
  /** The CSS selector that finds the focusable element in an item. */
  readonly focusable: string
  /** The text of the button that loads the next page. */
  readonly more: string
  /** Says that the next page could not be loaded. */
  readonly failure: string
  /** Whether the next page loads when the end comes near; the button is then only for keyboards and screen readers. */
  readonly isAutomatic?: boolean
  /** Shown after the items while the next page loads. */
  readonly skeleton?: ReactNode
  readonly className?: string | undefined
  readonly listClassName?: string | undefined
  readonly listLabel?: string
  /** The list items. */
  readonly children: ReactNode
}

/** A list that loads its pages one after another. The button moves the focus to the first new item. */
export function PagedList(props: PagedListProps) {
  const { paging, count, pageSize, focusable, more, failure, isAutomatic = false, skeleton, children } = props
  const { hasNext, isLoadingNext, loadNext } = paging
  const list = useRef<HTMLUListElement>(null)
  const focusFrom = useRef<number | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [rounds, setRounds] = useState(0)
  const load = () => {
    setFailed(false)
    const onComplete = (error: Error | null) => {
      setFailed(error !== null)
      setRounds((before) => before + 1)
    }
    loadNext(pageSize, { onComplete })
  }
  const press = () => {
    focusFrom.current = count
    load()
  }
  useEffect(() => {
    if (focusFrom.current === null || count <= focusFrom.current) return
    list.current?.querySelectorAll<HTMLElement>(focusable)[focusFrom.current]?.focus()
    focusFrom.current = null
  }, [count, focusable])
  return (
    <div className={props.className} aria-busy={isLoadingNext}>
      <ul ref={list} aria-label={props.listLabel} className={props.listClassName}>
        {children}
        {isLoadingNext && skeleton}
      </ul>
      {/* A new key for each attempt: Relay ignores `loadNext` while the whole list is being refreshed. */}
      {hasNext && isAutomatic && !isLoadingNext && !hasFailed && <End key={rounds} onNear={load} />}
      {hasFailed && <ErrorState message={failure} onRetry={press} />}
      {hasNext && !hasFailed && (
        <div className={classes(styles.more, isAutomatic && styles.isSpare)}>
          <Button isPending={isLoadingNext} onPress={press}>
            {more}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The end of the loaded items: calls back when it comes near the window, or is near already. */
function End({ onNear }: { readonly onNear: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const near = useEffectEvent(onNear)
  useEffect(() => {
    // A busy page gets several entries in one call: first that the end is far, then that it is near.
    const look = (entries: readonly IntersectionObserverEntry[]) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) near()
    }
    const observer = new IntersectionObserver(look, { rootMargin: ahead })
    if (end.current) observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={end} />
}
