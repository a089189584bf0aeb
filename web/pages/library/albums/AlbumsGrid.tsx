import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Button } from '../../../ui/Button.tsx'
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
  const load = () => {
    setFailed(false)
    loadNext(moreAlbums, { onComplete: (error) => setFailed(error !== null) })
  }
  const end = useNearEnd(hasNext && isAutomatic && !isLoadingNext && !hasFailed, load)
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
        {isLoadingNext && <SkeletonCards count={8} />}
      </ul>
      {hasFailed && <ErrorState message={formatMessage({ id: failure })} onRetry={press} />}
      {hasNext && !hasFailed && (
        <div ref={end} className={styles.more}>
          <Button isPending={isLoadingNext} onPress={press}>
            {formatMessage({ id: 'albums.more' })}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Calls back when the end of the list comes close, or is close already, each time that it is active again. */
function useNearEnd(isActive: boolean, onNear: () => void) {
  const end = useRef<HTMLDivElement>(null)
  const near = useEffectEvent(onNear)
  useEffect(() => {
    if (!isActive || !end.current) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && near(), {
      rootMargin: ahead,
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isActive])
  return end
}
