import { memo, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { TimelineSection_month$key } from '../../../__generated__/TimelineSection_month.graphql.ts'
import { useMonthTitle } from '../../../shared/dates.ts'
import { useMonthRevision } from '../../../shared/LibraryEvents.ts'
import type { GridMetrics, Span } from '../photo-collection/grid/justifiedLayout.ts'
import { usePageMemories } from '../photo-collection/pages/PageMemories.ts'
import { smallPages } from '../photo-collection/pages/pageSizes.ts'
import type { Reveal } from '../photo-collection/view/useReveal.ts'
import { CollectionPages } from '../photo-collection/view/CollectionPages.tsx'
import { titleHeight } from '../photo-collection/viewport/collectionGeometry.ts'
import { type CollectionViewport, titleId } from '../photo-collection/viewport/CollectionViewport.ts'
import { SelectMonthButton } from './SelectMonthButton.tsx'
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
  /** Where the month begins, in pixels from the top of the timeline. */
  readonly top: number
  /** The stretch of the timeline to draw. */
  readonly span: Span
  readonly metrics: GridMetrics
  readonly viewport: CollectionViewport
  readonly reveal: Reveal
  readonly previewPath: (photoId: string) => string
}

/** A month near the screen: its title, its count, its checkbox and its photos. */
export const TimelineSection = memo(function TimelineSection({ month: key, ...pages }: TimelineSectionProps) {
  const { formatMessage } = useIntl()
  const { id, year, month, photosCount } = useFragment(fragment, key)
  const memories = usePageMemories()
  // The section is memoized: it has to follow the memory itself.
  useSyncExternalStore(memories.subscribe, () => memories.version)
  const count = photosCount ?? 0
  const memory = memories.of(id, count, smallPages)
  const title = useMonthTitle(year ?? null, month ?? null)
  const revision = useMonthRevision(year ?? null, month ?? null)
  useEffect(() => memory.observe(revision, count), [memory, revision, count])
  const collection = useMemo(() => ({ id, count }), [id, count])
  return (
    <section aria-labelledby={titleId(id)} hidden={memory.isEmptied}>
      <header className={styles.header} style={{ height: titleHeight }}>
        <h2 id={titleId(id)} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        <span className={styles.count}>{formatMessage({ id: 'timeline.photosCount' }, { count })}</span>
        <SelectMonthButton collection={collection} title={title} />
      </header>
      <CollectionPages {...pages} collection={collection} memory={memory} title={title} labelledBy={titleId(id)} />
    </section>
  )
})
