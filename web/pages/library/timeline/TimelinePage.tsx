import { Suspense, lazy, useCallback, useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { type PreloadedQuery, fetchQuery, graphql, loadQuery, usePreloadedQuery } from 'react-relay/hooks'
import { useLoaderData, useLocation } from 'react-router-dom'
import type { TimelinePageQuery } from '../../../__generated__/TimelinePageQuery.graphql.ts'
import { useReleaseOnLeave } from '../../../relay/useReleaseOnLeave.ts'
import { useIsFirstViewShown } from '../../../shared/firstView.ts'
import { useLibraryChange } from '../../../shared/LibraryEvents.ts'
import { previewPath } from '../../../shared/paths.ts'
import { SectionBoundary } from '../../../shared/SectionBoundary.tsx'
import { usePageTitle } from '../../../shared/usePageTitle.ts'
import { useApp } from '../../../app/appContext.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { photosSort, sortQuery } from '../photo-collection/sorting/sortPreference.ts'
import { Timeline } from '../months/Timeline.tsx'
import { GridSkeleton } from '../photo-collection/grid/GridSkeleton.tsx'

const EmptyTimeline = lazy(async () => ({ default: (await import('../months/EmptyTimeline.tsx')).EmptyTimeline }))
const TimelineCompanions = lazy(async () => ({
  default: (await import('./TimelineCompanions.tsx')).TimelineCompanions,
}))

const query = graphql`
  query TimelinePageQuery($sortKey: PhotoSortKey!, $sortOrder: SortOrder!) {
    viewer {
      library {
        timeline(sortKey: $sortKey, sortOrder: $sortOrder) {
          months {
            ...Timeline_months
          }
        }
      }
    }
  }
`

/** The photos of the library, month by month. */
export function TimelinePage() {
  const { formatMessage } = useIntl()
  const { environment } = useApp()
  // The route's loader returns this; the router does not know its type.
  const loaded = useLoaderData() as PreloadedQuery<TimelinePageQuery>
  const [retried, setRetried] = useState<{ readonly of: typeof loaded; readonly reference: typeof loaded } | null>(null)
  const queryReference = retried?.of === loaded ? retried.reference : loaded
  useReleaseOnLeave(queryReference)
  usePageTitle(formatMessage({ id: 'library.title' }))
  const retry = () => {
    const { variables } = queryReference
    const reference = loadQuery<TimelinePageQuery>(environment, query, variables, { fetchPolicy: 'network-only' })
    setRetried({ of: loaded, reference })
  }
  return (
    <SectionBoundary message={formatMessage({ id: 'timeline.loadFailed' })} onRetry={retry}>
      <Suspense fallback={<GridSkeleton />}>
        <LoadedTimeline queryReference={queryReference} onRetry={retry} />
      </Suspense>
    </SectionBoundary>
  )
}

interface LoadedTimelineProps {
  readonly queryReference: PreloadedQuery<TimelinePageQuery>
  readonly onRetry: () => void
}

function LoadedTimeline({ queryReference, onRetry }: LoadedTimelineProps) {
  const { formatMessage } = useIntl()
  const { environment } = useApp()
  const { search } = useLocation()
  const isFirstViewShown = useIsFirstViewShown()
  const { viewer } = usePreloadedQuery<TimelinePageQuery>(query, queryReference)
  const { variables } = queryReference
  useLibraryChange(() => {
    // A failure leaves what was shown; the next change tries again.
    fetchQuery<TimelinePageQuery>(environment, query, variables, { networkCacheConfig: { force: true } }).subscribe({})
  })
  const suffix = useMemo(() => sortQuery('photos', new URLSearchParams(search)), [search])
  const pathOf = useCallback((photoId: string) => previewPath(photoId) + suffix, [suffix])
  const timeline = viewer?.library.timeline
  if (!timeline) return <ErrorState message={formatMessage({ id: 'timeline.loadFailed' })} onRetry={onRetry} />
  return (
    // What a timeline measures is there from its first month on: an empty one begins anew then.
    <Timeline
      key={String(timeline.months.length === 0)}
      months={timeline.months}
      previewPath={pathOf}
      empty={<EmptyTimeline />}
    >
      {isFirstViewShown && (
        <Suspense fallback={null}>
          <TimelineCompanions sort={photosSort(new URLSearchParams(search))} />
        </Suspense>
      )}
    </Timeline>
  )
}
