import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { moreAlbums } from './albumPages.ts'
import { SkeletonCards } from './AlbumsSkeleton.tsx'
import styles from './AlbumsGrid.module.css'

/** More are asked for when one is this close to the end. */
const ahead = '1200px 0px'

/** How a list of albums goes on. */
export interface AlbumsPaging {
  readonly count: number
  readonly hasNext: boolean
  readonly isLoadingNext: boolean
  readonly loadNext: (count: number, options: { onComplete: (error: Error | null) => void }) => unknown
  /** Whether more come by themselves as one scrolls; else by a button only, so that one gets to what stands below. */
  readonly isAutomatic: boolean
  /** The message for when they cannot be had. */
  readonly failure: string
}

export interface AlbumsGridProps {
  /** What stands before the albums. */
  readonly first?: ReactNode
  readonly paging: AlbumsPaging
  readonly children: ReactNode
}

/** Albums side by side, and the way to more of them. */
export function AlbumsGrid({ first, paging, children }: AlbumsGridProps) {
  const { formatMessage } = useIntl()
  const { count, hasNext, isLoadingNext, loadNext, isAutomatic, failure } = paging
  const list = useRef<HTMLUListElement>(null)
  const focused = useRef<number | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [rounds, setRounds] = useState(0)
  const load = () => {
    setFailed(false)
    const onComplete = (error: Error | null) => {
      setFailed(error !== null)
      setRounds((before) => before + 1)
    }
    loadNext(moreAlbums, { onComplete })
  }
  const press = () => {
    focused.current = count
    load()
  }
  useEffect(() => {
    // Whoever asked for more goes on with the first of them.
    if (focused.current === null || count <= focused.current) return
    list.current?.querySelectorAll<HTMLElement>('[data-album]')[focused.current]?.focus()
    focused.current = null
  }, [count])
  return (
    <div className={styles.frame} aria-busy={isLoadingNext}>
      <ul ref={list} className={styles.grid}>
        {first}
        {children}
        {/* As many as come, so that these move nothing. */}
        {isLoadingNext && <SkeletonCards count={moreAlbums} />}
      </ul>
      {/* Another one each time: Relay asks for nothing while the page itself is being fetched again. */}
      {hasNext && isAutomatic && !isLoadingNext && !hasFailed && <End key={rounds} onNear={load} />}
      {hasFailed && <ErrorState message={formatMessage({ id: failure })} onRetry={press} />}
      {hasNext && !hasFailed && (
        <div className={classes(styles.more, isAutomatic && styles.isSpare)}>
          <Button isPending={isLoadingNext} onPress={press}>
            {formatMessage({ id: 'albums.more' })}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The end of what has been loaded: calls back when it comes close, or is close already. */
function End({ onNear }: { readonly onNear: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const near = useEffectEvent(onNear)
  useEffect(() => {
    // While the page is busy, that it is far and that it has come close are told together.
    const told = (entries: readonly IntersectionObserverEntry[]) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) near()
    }
    const observer = new IntersectionObserver(told, { rootMargin: ahead })
    if (end.current) observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={end} />
}
