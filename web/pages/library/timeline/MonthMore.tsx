import { useIntl } from 'react-intl'
import type { GridMetrics } from '../grid/justifiedLayout.ts'
import { Button } from '../../../ui/Button.tsx'
import type { MonthMemory } from './MonthMemory.ts'
import { moreHeight, remainderHeight, reservedHeight } from './timelineGeometry.ts'
import styles from './TimelineSection.module.css'

export interface MonthMoreProps {
  readonly month: MonthMemory
  /** How many photos the month has. */
  readonly count: number
  /** The month as it is called above. */
  readonly title: string
  readonly metrics: GridMetrics
}

/** '+N' below a month of which not all photos are shown, and space for those that come by themselves. */
export function MonthMore({ month, count, title, metrics }: MonthMoreProps) {
  const { formatMessage } = useIntl()
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
          <Button
            size="small"
            isPending={isComing}
            aria-label={formatMessage({ id: 'timeline.moreLabel' }, { count: remaining, month: title })}
            onPress={() => month.press()}
          >
            {formatMessage({ id: 'timeline.more' }, { count: remaining })}
          </Button>
        )}
      </div>
    </>
  )
}
