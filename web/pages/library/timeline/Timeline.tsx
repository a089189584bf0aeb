import { useRef } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { Timeline_months$key } from '../../../__generated__/Timeline_months.graphql.ts'
import { useMarkFirstView } from '../../../shared/firstView.ts'
import { gridMetrics } from '../grid/justifiedLayout.ts'
import { TimelineSection } from './TimelineSection.tsx'
import { TimelineSkeleton } from './TimelineSkeleton.tsx'
import { useElementWidth } from '../grid/useElementWidth.ts'
import { useReveal } from './useReveal.ts'
import styles from './Timeline.module.css'

const fragment = graphql`
  fragment Timeline_months on TimelineMonth @relay(plural: true) {
    id
    ...TimelineSection_month
  }
`

export interface TimelineProps {
  readonly months: Timeline_months$key
}

/**
 * All months as sections. Each reserves its height, so that the page's length is right before any photo is loaded.
 * The first screen appears in one piece, once its photos are known: nothing on it moves afterwards.
 */
export function Timeline({ months: monthsKey }: TimelineProps) {
  const months = useFragment(fragment, monthsKey)
  const container = useRef<HTMLDivElement>(null)
  const width = useElementWidth(container)
  const reveal = useReveal()
  const metrics = gridMetrics(width)
  useMarkFirstView(reveal.isOpen)
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
