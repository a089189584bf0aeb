import { useLayoutEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { useViewGrid } from '../grid/gridContext.ts'
import type { GridMetrics } from '../grid/justifiedLayout.ts'
import { Button } from '../../../../ui/Button.tsx'
import type { PageMemory } from './PageMemory.ts'
import { moreHeight, remainderHeight, reservedHeight } from '../viewport/collectionGeometry.ts'
import styles from './MorePhotos.module.css'

export interface MorePhotosProps {
  readonly month: PageMemory
  /** How many photos the month has. */
  readonly count: number
  /** The month as it is called above. */
  readonly title: string
  readonly metrics: GridMetrics
}

/** '+N' below a month of which not all photos are shown, and space for those that come by themselves. */
export function MorePhotos({ month, count, title, metrics }: MorePhotosProps) {
  if (remainderHeight(month, count, metrics) === 0) return null
  const last = month.pages.at(-1)
  const isComing = last?.isLoaded === false
  const isFirst = isComing && month.pages.length === 1
  const remaining = Math.max(1, count - month.ids.length - (isComing ? last.ratios.length : 0))
  return (
    <>
      <div style={{ height: reservedHeight(month, count, metrics) }} />
      <div className={styles.more} style={{ height: moreHeight }}>
        {!isFirst && (
          <MoreButton remaining={remaining} title={title} isComing={isComing} onPress={() => month.press()} />
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
      // With the last photos it goes, and the keyboard goes on among them.
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
