import { Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment, useQueryLoader, useRelayEnvironment } from 'react-relay/hooks'
import monthPhotosQuery from '../../../__generated__/MonthPhotosQuery.graphql.ts'
import type { MonthPhotosQuery } from '../../../__generated__/MonthPhotosQuery.graphql.ts'
import type { TimelineSection_month$key } from '../../../__generated__/TimelineSection_month.graphql.ts'
import { useMonthTitle } from '../../../shared/dates.ts'
import { SectionBoundary } from '../../../shared/SectionBoundary.tsx'
import { layoutRows } from '../grid/justifiedLayout.ts'
import type { GridMetrics } from '../grid/justifiedLayout.ts'
import { MonthPhotos } from './MonthPhotos.tsx'
import { PlaceholderGrid, estimatedRatios } from '../grid/PlaceholderGrid.tsx'
import { monthPageSize, mostInOnePage } from './pageSizes.ts'
import { timelineMemory } from './TimelineMemory.ts'
import { useNearViewport } from './useNearViewport.ts'
import type { Reveal } from './useReveal.ts'
import styles from './TimelineSection.module.css'

const fragment = graphql`
  fragment TimelineSection_month on TimelineMonth {
    id
    year
    month
    photosCount
  }
`

/** A month that is scrolled past faster than this is not asked for. */
const dwellMilliseconds = 90

export interface TimelineSectionProps {
  readonly month: TimelineSection_month$key
  readonly metrics: GridMetrics
  readonly reveal: Reveal
}

/** A month: its title, and its photos once it comes close to the screen. Far from it, the photos are let go of again. */
export function TimelineSection({ month: monthKey, metrics, reveal }: TimelineSectionProps) {
  const { formatMessage } = useIntl()
  const { id, year, month, photosCount } = useFragment(fragment, monthKey)
  const section = useRef<HTMLElement>(null)
  const nearness = useNearViewport(section)
  const title = useMonthTitle(year ?? null, month ?? null)
  const remembered = timelineMemory(useRelayEnvironment()).get(id)
  const count = photosCount ?? 0
  const first = Math.min(mostInOnePage, Math.max(monthPageSize, remembered?.ratios.length ?? 0))
  const [queryReference, load, release] = useQueryLoader<MonthPhotosQuery>(monthPhotosQuery)
  const isNear = nearness !== 'far'
  const isWaitedFor = nearness === 'visible' && !reveal.isOpen

  useEffect(() => {
    if (isWaitedFor) reveal.wait(id)
  }, [isWaitedFor, reveal, id])

  // Relay's release alone would let the request run on.
  const leave = useEffectEvent(() => {
    queryReference?.dispose()
    release()
  })
  useEffect(() => {
    if (!isNear) return leave()
    const timer = setTimeout(() => load({ id, first }), reveal.isOpen ? dwellMilliseconds : 0)
    return () => clearTimeout(timer)
    // What was remembered when the section came near decides; it changes with every page that is loaded.
    // eslint-disable-next-line react/exhaustive-deps
  }, [isNear, id, load])

  const ratios = remembered?.ratios ?? estimatedRatios(Math.min(monthPageSize, count))
  const moreSpace = count > ratios.length && <div className={styles.moreSpace} />
  const placeholder = (
    <>
      <PlaceholderGrid ratios={ratios} metrics={metrics} />
      {moreSpace}
    </>
  )
  return (
    <section ref={section} aria-labelledby={`month-${id}`} className={styles.section}>
      <header className={styles.header}>
        <h2 id={`month-${id}`} className={styles.title}>
          {title}
        </h2>
        <span className={styles.count}>{formatMessage({ id: 'timeline.photosCount' }, { count })}</span>
      </header>
      <SectionBoundary
        message={formatMessage({ id: 'timeline.loadFailed' })}
        onRetry={() => load({ id, first }, { fetchPolicy: 'network-only' })}
        onFail={() => reveal.settle(id)}
      >
        {isNear && queryReference ? (
          <Suspense fallback={placeholder}>
            <MonthPhotos
              queryReference={queryReference}
              title={title}
              metrics={metrics}
              isOnFirstScreen={!reveal.isOpen}
              onReady={() => reveal.settle(id)}
              onRetry={() => load({ id, first }, { fetchPolicy: 'network-only' })}
            />
          </Suspense>
        ) : isNear ? (
          placeholder
        ) : (
          <>
            <div style={{ height: layoutRows(ratios, metrics).height }} />
            {moreSpace}
          </>
        )}
      </SectionBoundary>
    </section>
  )
}
