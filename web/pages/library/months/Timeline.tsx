import { type ReactNode, useCallback, useMemo } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { Timeline_months$key } from '../../../__generated__/Timeline_months.graphql.ts'
import { renderSelectionBar } from '../photo-actions/toolbar/renderSelectionBar.tsx'
import { usePageMemories } from '../photo-collection/pages/PageMemories.ts'
import { CollectionsFrame } from '../photo-collection/view/CollectionsFrame.tsx'
import { useCollectionsView } from '../photo-collection/view/useCollectionsView.ts'
import { collectionAt, lastCollectionAt, metricsOf } from '../photo-collection/viewport/collectionGeometry.ts'
import { columnGap } from '../photo-collection/viewport/sharedRows.ts'
import { type TimelineControlMonth, TimelineControlContext } from './timelineControl.ts'
import { TimelineSection } from './TimelineSection.tsx'
import { useJumpToHash } from './useJumpToHash.ts'
import styles from './Timeline.module.css'

const fragment = graphql`
  fragment Timeline_months on TimelineMonth @relay(plural: true) {
    id
    year
    month
    photosCount
    ...TimelineSection_month
  }
`

export interface TimelineProps {
  readonly months: Timeline_months$key
  readonly previewPath: (photoId: string) => string
  /** Shown when there are no photos. */
  readonly empty: ReactNode
  /** Components that use the timeline's control, such as the scrubber. */
  readonly children?: ReactNode
}

/** The library's photos in sections by month. Only the sections near the screen are in the document. */
export function Timeline({ months: monthsKey, previewPath, empty, children }: TimelineProps) {
  const data = useFragment(fragment, monthsKey)
  const months = useMemo(
    () =>
      data.map(({ id, year, month, photosCount }): TimelineControlMonth => ({
        id,
        year: year ?? null,
        month: month ?? null,
        count: photosCount ?? 0,
      })),
    [data],
  )
  const memories = usePageMemories()
  const memoryOf = useCallback((id: string) => memories.known(id), [memories])
  const view = useCollectionsView({ collections: months, memoryOf })
  const { layout, viewport, span, reveal } = view
  useJumpToHash(viewport, view.metrics.width > 0 ? months : unplaced)
  const { jumpTo, current, subscribe } = viewport
  const control = useMemo(() => ({ months, jumpTo, current, subscribe }), [months, jumpTo, current, subscribe])
  if (months.length === 0) return empty
  const isEmptied = months.every(({ id }) => memoryOf(id)?.isEmptied)
  const [from, to] = span ? [collectionAt(layout, span.from), lastCollectionAt(layout, span.to) + 1] : [0, 0]
  return (
    <TimelineControlContext value={control}>
      {isEmptied ? empty : children}
      <CollectionsFrame view={view} selectionBar={renderSelectionBar}>
        <div className={styles.months} style={{ columnGap }}>
          <div className={styles.space} style={{ height: layout.tops[from] ?? 0 }} />
          {span &&
            data
              .slice(from, to)
              .map((month, index) => (
                <TimelineSection
                  key={month.id}
                  month={month}
                  isBesideOthers={layout.frames[from + index] !== null}
                  top={layout.tops[from + index] ?? 0}
                  span={span}
                  metrics={metricsOf(layout, from + index)}
                  viewport={viewport}
                  reveal={reveal}
                  previewPath={previewPath}
                />
              ))}
          <div className={styles.space} style={{ height: (layout.tops.at(-1) ?? 0) - (layout.tops[to] ?? 0) }} />
        </div>
      </CollectionsFrame>
    </TimelineControlContext>
  )
}

/** Until the width is known, no month has a position. */
const unplaced: readonly TimelineControlMonth[] = []
