import { memo, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment, useRelayEnvironment } from 'react-relay/hooks'
import type { TimelineSection_month$key } from '../../../__generated__/TimelineSection_month.graphql.ts'
import { useMonthTitle } from '../../../shared/dates.ts'
import { useMonthRevision } from '../../../shared/LibraryEvents.ts'
import { GridFrame } from '../photo-collection/grid/GridFrame.tsx'
import type { GridMetrics, GridSpan } from '../photo-collection/grid/justifiedLayout.ts'
import { SelectMonthButton } from './SelectMonthButton.tsx'
import { MorePhotos } from '../photo-collection/pages/MorePhotos.tsx'
import { CollectionPage } from '../photo-collection/pages/CollectionPage.tsx'
import { type PagePart, placePages, titleHeight } from '../photo-collection/viewport/collectionGeometry.ts'
import { timelineMemories } from '../photo-collection/pages/PageMemories.ts'
import { type Span, type CollectionViewport, titleId } from '../photo-collection/viewport/CollectionViewport.ts'
import type { Reveal } from '../photo-collection/pages/useReveal.ts'
import styles from './TimelineSection.module.css'

const fragment = graphql`
  fragment TimelineSection_month on TimelineMonth {
    id
    year
    month
    photosCount
  }
`

export interface TimelineSectionProps {
  readonly month: TimelineSection_month$key
  /** Where it begins, in the timeline. */
  readonly top: number
  /** The stretch of the timeline whose photos are shown. */
  readonly span: Span
  readonly metrics: GridMetrics
  readonly viewport: CollectionViewport
  readonly reveal: Reveal
  readonly previewPath: (photoId: string) => string
}

/** A month near the screen: its title, those of its pages that are near, and space for the others. */
export const TimelineSection = memo(function TimelineSection(props: TimelineSectionProps) {
  const { top, span, metrics, viewport, reveal, previewPath } = props
  const { formatMessage } = useIntl()
  const { id, year, month: monthNumber, photosCount } = useFragment(fragment, props.month)
  const timeline = timelineMemories(useRelayEnvironment())
  useSyncExternalStore(timeline.subscribe, () => timeline.version)
  const count = photosCount ?? 0
  const month = timeline.month(id, count)
  const title = useMonthTitle(year ?? null, monthNumber ?? null)
  const revision = useMonthRevision(year ?? null, monthNumber ?? null)
  useEffect(() => month.observe(revision, count), [month, revision, count])
  const places = placePages(month, metrics, { from: span.from - top, to: span.to - top })
  const end = top + places.height
  const isEndNear = end < span.to
  useEffect(() => {
    if (month.isAutomatic && isEndNear) month.fill()
  })
  const collection = useMemo(() => ({ id, count }), [id, count])
  const isBelow = useCallback((pageKey: number) => viewport.isBelow(id, pageKey), [viewport, id])
  return (
    <section aria-labelledby={titleId(id)} hidden={month.isEmptied}>
      <header className={styles.header} style={{ height: titleHeight }}>
        <h2 id={titleId(id)} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        <span className={styles.count}>{formatMessage({ id: 'timeline.photosCount' }, { count })}</span>
        <SelectMonthButton collection={collection} title={title} />
      </header>
      <GridFrame labelledBy={titleId(id)}>
        {places.parts.map((part) =>
          part.page ? (
            <div key={part.key} style={{ marginBottom: part.gap }}>
              <CollectionPage
                collection={collection}
                memory={month}
                page={part.page}
                span={stretchOf(part, span, top)}
                generation={month.generation}
                firstIndex={part.firstIndex}
                metrics={metrics}
                isBelow={isBelow}
                reveal={reveal}
                previewPath={previewPath}
              />
            </div>
          ) : (
            <div key={part.key} style={{ height: part.height }} />
          ),
        )}
      </GridFrame>
      <MorePhotos month={month} count={count} title={title} metrics={metrics} />
    </section>
  )
})

/** The rows of a page that are near come and go by themselves, a few at a time; a page that is near as a whole stays as it is. */
function stretchOf(part: PagePart, span: Span, top: number): GridSpan | undefined {
  const from = span.from - top - part.top
  const to = span.to - top - part.top
  return from <= 0 && to >= part.height ? undefined : { from, to }
}
