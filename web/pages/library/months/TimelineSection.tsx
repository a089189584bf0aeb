import { memo, useMemo } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { TimelineSection_month$key } from '../../../__generated__/TimelineSection_month.graphql.ts'
import { useMonthTitle } from '../../../shared/dates.ts'
import { useMonthRevision } from '../../../shared/LibraryEvents.ts'
import type { GridMetrics, Span } from '../photo-collection/grid/justifiedLayout.ts'
import { usePageMemory } from '../photo-collection/pages/PageMemories.ts'
import { smallPages } from '../photo-collection/pages/pageSizes.ts'
import type { Reveal } from '../photo-collection/view/useReveal.ts'
import { CollectionPages } from '../photo-collection/view/CollectionPages.tsx'
import { SectionHeader } from '../photo-collection/view/SectionHeader.tsx'
import { type CollectionViewport, titleId } from '../photo-collection/viewport/CollectionViewport.ts'

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
  /** Whether the month shares its row with others. */
  readonly isBesideOthers: boolean
  /** Where the month begins, in pixels from the top of the timeline. */
  readonly top: number
  /** The vertical range of the timeline to draw. */
  readonly span: Span
  readonly metrics: GridMetrics
  readonly viewport: CollectionViewport
  readonly reveal: Reveal
  readonly previewPath: (photoId: string) => string
}

/** Shows a month near the screen: its title, its count, its checkbox and its photos. */
export const TimelineSection = memo(function TimelineSection(props: TimelineSectionProps) {
  const { month: key, isBesideOthers, ...pages } = props
  const { formatMessage } = useIntl()
  const { id, year, month, photosCount } = useFragment(fragment, key)
  const count = photosCount ?? 0
  const revision = useMonthRevision(year ?? null, month ?? null)
  const memory = usePageMemory(id, { sizes: smallPages, revision, count })
  const title = useMonthTitle(year ?? null, month ?? null)
  const isDated = typeof year === 'number' && typeof month === 'number'
  const collection = useMemo(() => ({ id, count }), [id, count])
  return (
    <section
      aria-labelledby={titleId(id)}
      hidden={memory.isEmptied}
      data-beside={isBesideOthers}
      style={isBesideOthers ? { width: pages.metrics.width } : undefined}
    >
      <SectionHeader
        collection={collection}
        selectLabel={formatMessage({ id: isDated ? 'selection.month' : 'selection.undated' }, { month: title })}
        isFirst={pages.top === 0}
      >
        {title}
      </SectionHeader>
      <CollectionPages {...pages} collection={collection} memory={memory} title={title} labelledBy={titleId(id)} />
    </section>
  )
})
