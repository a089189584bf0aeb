import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useIntl } from 'react-intl'
import { fetchQuery, graphql, usePaginationFragment, usePreloadedQuery, useRelayEnvironment } from 'react-relay/hooks'
import type { PreloadedQuery } from 'react-relay/hooks'
import type { MonthPhotos_month$key } from '../../../__generated__/MonthPhotos_month.graphql.ts'
import type { MonthPhotosPaginationQuery } from '../../../__generated__/MonthPhotosPaginationQuery.graphql.ts'
import type { MonthPhotosQuery } from '../../../__generated__/MonthPhotosQuery.graphql.ts'
import { useMonthRevision } from '../../../shared/LibraryEvents.ts'
import { previewPath } from '../../../shared/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { ratioOf } from '../grid/justifiedLayout.ts'
import type { GridMetrics } from '../grid/justifiedLayout.ts'
import { PhotoGrid } from '../grid/PhotoGrid.tsx'
import { monthPageSize, mostInOnePage, pressesUntilAutomatic } from './pageSizes.ts'
import { timelineMemory } from './TimelineMemory.ts'
import type { RememberedMonth } from './TimelineMemory.ts'
import { useWhileVisible } from './useWhileVisible.ts'
import styles from './MonthPhotos.module.css'

const query = graphql`
  query MonthPhotosQuery($id: ID!, $first: Int!) {
    node(id: $id) {
      ...MonthPhotos_month @arguments(first: $first) @alias(as: "month")
    }
  }
`

const fragment = graphql`
  fragment MonthPhotos_month on TimelineMonth
  @refetchable(queryName: "MonthPhotosPaginationQuery")
  @argumentDefinitions(first: { type: "Int", defaultValue: 24 }, after: { type: "String" }) {
    id
    year
    month
    photosCount
    photos(first: $first, after: $after) @connection(key: "MonthPhotos_photos", filters: []) {
      edges {
        node {
          width
          height
          ...PhotoGrid_photos
        }
      }
    }
  }
`

export interface MonthPhotosProps {
  readonly queryReference: PreloadedQuery<MonthPhotosQuery>
  /** The month as it is called above. */
  readonly title: string
  readonly metrics: GridMetrics
  readonly isOnFirstScreen: boolean
  readonly onReady: () => void
  readonly onRetry: () => void
}

/** The photos of a month that is on screen or close to it. */
export function MonthPhotos({ queryReference, ...rest }: MonthPhotosProps) {
  const { node } = usePreloadedQuery<MonthPhotosQuery>(query, queryReference)
  const { onReady } = rest
  const ready = useEffectEvent(onReady)
  useEffect(() => ready(), [])
  return node?.month ? <LoadedMonth month={node.month} {...rest} /> : null
}

interface LoadedMonthProps extends Omit<MonthPhotosProps, 'queryReference' | 'onReady'> {
  readonly month: MonthPhotos_month$key
}

function LoadedMonth({ month: monthKey, title, metrics, isOnFirstScreen, onRetry }: LoadedMonthProps) {
  const { formatMessage } = useIntl()
  const { data, loadNext, hasNext, isLoadingNext } = usePaginationFragment<
    MonthPhotosPaginationQuery,
    MonthPhotos_month$key
  >(fragment, monthKey)
  const memory = timelineMemory(useRelayEnvironment())
  const edges = data.photos?.edges
  const photos = useMemo(() => edges?.map(({ node }) => node) ?? [], [edges])
  const ratios = useMemo(() => photos.map(({ width, height }) => ratioOf(width, height)), [photos])
  useRefreshOnChange(data, ratios)
  const presses = useRef(memory.get(data.id)?.presses ?? 0)
  const more = () => {
    presses.current += 1
    remember(memory, data.id, { presses: presses.current })
    loadNext(monthPageSize)
  }
  const isAutomatic = (memory.get(data.id)?.presses ?? 0) >= pressesUntilAutomatic
  const end = useRef<HTMLDivElement>(null)
  useWhileVisible(end, isAutomatic && hasNext && !isLoadingNext, () => loadNext(monthPageSize))
  if (!edges) return <ErrorState message={formatMessage({ id: 'timeline.loadFailed' })} onRetry={onRetry} />
  const remaining = Math.max(0, (data.photosCount ?? 0) - photos.length)
  return (
    <>
      <PhotoGrid
        collection={{ id: data.id, count: data.photosCount ?? 0 }}
        photos={photos}
        ratios={ratios}
        metrics={metrics}
        labelledBy={`month-${data.id}`}
        isEager={isOnFirstScreen}
        previewPath={previewPath}
      />
      {hasNext && (
        <div ref={end} className={styles.more}>
          <Button
            size="small"
            isPending={isLoadingNext}
            aria-label={formatMessage({ id: 'timeline.moreLabel' }, { count: remaining, month: title })}
            onPress={more}
          >
            {formatMessage({ id: 'timeline.more' }, { count: remaining })}
          </Button>
        </div>
      )}
    </>
  )
}

interface VersionedMonth {
  readonly id: string
  readonly year?: number | null | undefined
  readonly month?: number | null | undefined
  readonly photosCount?: number | null | undefined
}

/** Keeps what is remembered of the month, and fetches it quietly again when its photos have changed. */
function useRefreshOnChange({ id, year, month, photosCount }: VersionedMonth, ratios: readonly number[]): void {
  const environment = useRelayEnvironment()
  const memory = timelineMemory(environment)
  // Events tell of changes while one listens; the count tells of those before.
  const revision = useMonthRevision(year ?? null, month ?? null)
  const count = photosCount ?? 0
  useEffect(() => {
    const known = memory.get(id)
    remember(memory, id, { ratios, revision: known?.revision ?? revision, count: known?.count ?? count })
  }, [memory, id, ratios, revision, count])
  const refresh = useEffectEvent(() => {
    const first = Math.min(mostInOnePage, Math.max(monthPageSize, ratios.length))
    // A failure leaves what was shown; the next change tries again.
    return fetchQuery<MonthPhotosQuery>(
      environment,
      query,
      { id, first },
      { networkCacheConfig: { force: true } },
    ).subscribe({
      next: () => remember(memory, id, { revision, count: null }),
    })
  })
  useEffect(() => {
    const known = memory.get(id)
    if (known?.revision === revision && known.count === count) return undefined
    const refreshing = refresh()
    return () => refreshing.unsubscribe()
  }, [memory, id, revision, count])
}

function remember(memory: ReturnType<typeof timelineMemory>, id: string, change: Partial<RememberedMonth>): void {
  memory.set(id, { ratios: [], presses: 0, revision: 0, count: null, ...memory.get(id), ...change })
}
