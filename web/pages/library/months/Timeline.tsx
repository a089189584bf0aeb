import {
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { graphql, useFragment, useRelayEnvironment } from 'react-relay/hooks'
import type { Timeline_months$key } from '../../../__generated__/Timeline_months.graphql.ts'
import { useMarkFirstView } from '../../../shared/firstView.ts'
import { useRemovedPhotos } from '../../../shared/LibraryEvents.ts'
import { GridView } from '../photo-collection/grid/GridView.tsx'
import { type GridMetrics, gridMetrics } from '../photo-collection/grid/justifiedLayout.ts'
import { useElementWidth } from '../photo-collection/grid/useElementWidth.ts'
import type { GridTarget } from '../photo-collection/grid/ViewGrid.ts'
import { type TimelineControlMonth, TimelineControlContext } from './timelineControl.ts'
import {
  type CollectionsLayout,
  collectionAt,
  offsetOf,
  layoutCollections,
} from '../photo-collection/viewport/collectionGeometry.ts'
import { type PageMemories, timelineMemories } from '../photo-collection/pages/PageMemories.ts'
import { TimelineSection } from './TimelineSection.tsx'
import { GridSkeleton } from '../photo-collection/grid/GridSkeleton.tsx'
import { type Span, CollectionViewport } from '../photo-collection/viewport/CollectionViewport.ts'
import { useJumpToHash } from './useJumpToHash.ts'
import { useReveal } from '../photo-collection/pages/useReveal.ts'
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
  /** What is shown when the last photo is gone. */
  readonly empty: ReactNode
  /** What leads through the months. */
  readonly children?: ReactNode
}

/**
 * All months as sections, of which those near the screen are in the document. All have their height, so that the
 * page's length is right before any photo is loaded. The first screen appears in one piece, once its photos are known:
 * nothing on it moves afterwards.
 */
export function Timeline({ months: monthsKey, previewPath, empty, children }: TimelineProps) {
  const data = useFragment(fragment, monthsKey)
  const container = useRef<HTMLDivElement>(null)
  const width = useElementWidth(container)
  const metrics = useMemo(() => gridMetrics(width), [width])
  const reveal = useReveal()
  useMarkFirstView(reveal.isOpen)
  const memory = timelineMemories(useRelayEnvironment())
  const version = useSyncExternalStore(memory.subscribe, () => memory.version)
  const months = useMemo(() => data.map(countedMonth), [data])
  // What is remembered changes with its version.
  // eslint-disable-next-line react/exhaustive-deps
  const layout = useMemo(() => layoutCollections(months, memory, metrics), [months, memory, metrics, version])
  const { viewport, span } = useViewport(container, layout, width > 0 ? months : unplaced)
  const control = useMemo(
    () => ({ months, jumpTo: viewport.jumpTo, current: viewport.current, subscribe: viewport.subscribe }),
    [months, viewport],
  )
  useRemovedPhotos((photoIds) => memory.remove(photoIds))
  const isEmptied = months.every(({ id }) => memory.known(id)?.isEmptied)
  const [from, to] = span && width > 0 ? [collectionAt(layout, span.from), collectionAt(layout, span.to) + 1] : [0, 0]
  if (months.length === 0) return empty
  return (
    <TimelineControlContext value={control}>
      {isEmptied ? empty : children}
      <div className={styles.timeline} aria-busy={!reveal.isOpen}>
        {!reveal.isOpen && (
          <div className={styles.cover}>
            <GridSkeleton />
          </div>
        )}
        <div
          ref={container}
          className={styles.sections}
          // While months are exchanged, too: a page that is short for a moment would lose its scroll position.
          style={{ minHeight: layout.tops.at(-1) }}
          data-revealed={reveal.isOpen}
        >
          <GridView
            collections={months}
            idsOf={(id) => memory.known(id)?.ids ?? []}
            seek={(id, target) => viewport.seek(id, placeOf(memory, metrics, id, target))}
          >
            <div style={{ height: layout.tops[from] ?? 0 }} />
            {data.slice(from, to).map((month, index) => (
              <TimelineSection
                key={month.id}
                month={month}
                top={layout.tops[from + index] ?? 0}
                span={span ?? nowhere}
                metrics={metrics}
                viewport={viewport}
                reveal={reveal}
                previewPath={previewPath}
              />
            ))}
            <div style={{ height: heightBelow(layout, to) }} />
          </GridView>
        </div>
      </div>
    </TimelineControlContext>
  )
}

/** Until the width is known, no month has its place. */
const unplaced: readonly TimelineControlMonth[] = []
const nowhere: Span = { from: 0, to: 0 }

function countedMonth({
  id,
  year,
  month,
  photosCount,
}: {
  readonly id: string
  readonly year?: number | null | undefined
  readonly month?: number | null | undefined
  readonly photosCount?: number | null | undefined
}): TimelineControlMonth {
  return { id, year: year ?? null, month: month ?? null, count: photosCount ?? 0 }
}

/** Follows which part of the timeline is near the screen. */
function useViewport(
  container: { readonly current: HTMLElement | null },
  layout: CollectionsLayout,
  months: readonly TimelineControlMonth[],
) {
  const [viewport] = useState(() => new CollectionViewport())
  const [span, setSpan] = useState<Span | null>(null)
  useLayoutEffect(() => viewport.place(layout), [viewport, layout])
  useEffect(() => {
    if (!container.current) return undefined
    let isFirst = true
    return viewport.attach(container.current, (next) => {
      // Only the first is waited for: drawing what comes near may be interrupted, scrolling not.
      if (isFirst) setSpan(next)
      else startTransition(() => setSpan(next))
      isFirst = false
    })
  }, [viewport, container])
  useJumpToHash(viewport, months)
  useEffect(() => {
    viewport.drawn()
    viewport.meet()
  })
  return { viewport, span }
}

function placeOf(memory: PageMemories, metrics: GridMetrics, monthId: string, target: GridTarget): number {
  const month = memory.known(monthId)
  if (!month || target === 'first') return 0
  return offsetOf(month, metrics, target === 'last' ? month.ids.length - 1 : target)
}

function heightBelow({ tops }: CollectionsLayout, index: number): number {
  return (tops.at(-1) ?? 0) - (tops[index] ?? 0)
}
