import { useLayoutEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { useViewGrid } from '../grid/gridContext.ts'
import type { GridMetrics } from '../grid/justifiedLayout.ts'
import { Button } from '../../../../ui/Button.tsx'
import type { PageMemory } from '../pages/PageMemory.ts'
import { moreHeight, remainderHeight, reservedHeight } from '../viewport/collectionGeometry.ts'
import styles from './MorePhotos.module.css'

export interface MorePhotosProps {
  readonly memory: PageMemory
  /** The number of photos in the collection. */
  readonly count: number
  /** The title of the collection. */
  readonly title: string
  readonly metrics: GridMetrics
}

/** The '+N' button below a collection that has more photos, and space for pages that are loaded automatically. */
export function MorePhotos({ memory, count, title, metrics }: MorePhotosProps) {
  if (remainderHeight(memory, count, metrics) === 0) return null
  const last = memory.pages.at(-1)
  const isComing = last?.isLoaded === false
  const isFirst = isComing && memory.pages.length === 1
  const remaining = Math.max(1, count - memory.ids.length - (isComing ? last.ratios.length : 0))
  return (
    <>
      <div style={{ height: reservedHeight(memory, count, metrics) }} />
      <div className={styles.more} style={{ height: moreHeight }}>
        {!isFirst && (
          <MoreButton remaining={remaining} title={title} isComing={isComing} onPress={() => memory.press()} />
        )}
      </div>
    </>
  )
}

interface MoreButtonProps {
  readonly remaining: number
  readonly title: string
  readonly isComing: boolean
  readonly onPress: () => void
}

function MoreButton({ remaining, title, isComing, onPress }: MoreButtonProps) {
  const { formatMessage } = useIntl()
  const view = useViewGrid()
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const element = button.current
    return () => {
      // The button disappears with the last page, so focus moves to the photos.
      if (element && document.activeElement === element) view.focus(null)
    }
  }, [view])
  return (
    <Button
      ref={button}
      size="small"
      isPending={isComing}
      aria-label={formatMessage({ id: 'timeline.moreLabel' }, { count: remaining, month: title })}
      onPress={onPress}
    >
      {formatMessage({ id: 'timeline.more' }, { count: remaining })}
    </Button>
  )
}
