import { useRef } from 'react'
import type { TimelineSection_month$key } from '../../../__generated__/TimelineSection_month.graphql.ts'
import { gridMetrics } from './justifiedLayout.ts'
import { TimelineSection } from './TimelineSection.tsx'
import { TimelineSkeleton } from './TimelineSkeleton.tsx'
import { useElementWidth } from './useElementWidth.ts'
import { useReveal } from './useReveal.ts'
import styles from './Timeline.module.css'

export interface TimelineProps {
  readonly months: readonly (TimelineSection_month$key & { readonly id: string })[]
}

/**
 * All months as sections. Each reserves its height, so that the page's length is right before any photo is loaded.
 * The first screen appears in one piece, once its photos are known: nothing on it moves afterwards.
 */
export function Timeline({ months }: TimelineProps) {
  const container = useRef<HTMLDivElement>(null)
  const width = useElementWidth(container)
  const reveal = useReveal()
  const metrics = gridMetrics(width)
  return (
    <div className={styles.timeline} aria-busy={!reveal.isOpen}>
      {!reveal.isOpen && (
        <div className={styles.cover}>
          <TimelineSkeleton />
        </div>
      )}
      <div ref={container} className={styles.sections} data-revealed={reveal.isOpen}>
        {width > 0 &&
          months.map((month) => <TimelineSection key={month.id} month={month} metrics={metrics} reveal={reveal} />)}
      </div>
    </div>
  )
}
