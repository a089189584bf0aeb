import { Suspense, lazy, useCallback, useMemo } from 'react'
import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import { useLocation } from 'react-router-dom'
import type { TimelinePageQuery } from '../../../__generated__/TimelinePageQuery.graphql.ts'
import { useHasAnswer } from '../../../relay/useHasAnswer.ts'
import type { LoadedQuery } from '../../../relay/useLoadedQuery.ts'
import { useIsFirstViewShown } from '../../../shared/firstView.ts'
import { useLibraryChange } from '../../../shared/LibraryEvents.ts'
import { QuerySection } from '../../../shared/QuerySection.tsx'
import { useRouteQuery } from '../../../shared/page/useRouteQuery.ts'
import { useRouteTitle } from '../../../shared/page/useRouteTitle.ts'
import { previewPath } from '../../../shared/paths.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { photoQuery } from '../photo-collection/sorting/photoQuery.ts'
import { photosSort } from '../photo-collection/sorting/sortPreference.ts'
import { Timeline } from '../months/Timeline.tsx'
import { GridSkeleton } from '../photo-collection/view/GridSkeleton.tsx'

const EmptyTimeline = lazy(async () => ({ default: (await import('../months/EmptyTimeline.tsx')).EmptyTimeline }))
const PhotosByUpload = lazy(async () => ({ default: (await import('../by-upload/PhotosByUpload.tsx')).PhotosByUpload }))
const TimelineCompanions = lazy(async () => ({
  default: (await import('./TimelineCompanions.tsx')).TimelineCompanions,
}))

const query = graphql`
  query TimelinePageQuery(
    $sortKey: PhotoSortKey!
    $sortOrder: SortOrder!
    $isByMonth: Boolean!
    $isFirst: Boolean!
    $photos: Int!
  ) @raw_response_type {
    viewer {
      library {
        timeline(sortKey: $sortKey, sortOrder: $sortOrder) @include(if: $isByMonth) {
          months {
            ...Timeline_months
          }
          # Each page of a month reads its photos from the store.
          # eslint-disable-next-line relay/unused-fields
          firstMonths(photos: $photos) @include(if: $isFirst) {
            # eslint-disable-next-line relay/must-colocate-fragment-spreads
            ...CollectionPage_photos @arguments(first: $photos)
          }
        }
        ...PhotosByUpload_library @skip(if: $isByMonth) @alias(as: "all")
      }
    }
  }
`

/** The photos of the library: month by month, or in a list by upload. */
export function TimelinePage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<TimelinePageQuery>(query)
  const hasAnswer = useHasAnswer(query, page.reference)
  const failure = formatMessage({ id: 'timeline.loadFailed' })
  useRouteTitle()
  return (
    <QuerySection query={page} failure={failure} skeleton={<GridSkeleton />} hasAnswer={hasAnswer}>
      <LoadedTimeline page={page} />
    </QuerySection>
  )
}

function LoadedTimeline({ page }: { readonly page: LoadedQuery<TimelinePageQuery> }) {
  const { formatMessage } = useIntl()
  const { search } = useLocation()
  const isFirstViewShown = useIsFirstViewShown()
  const { viewer } = usePreloadedQuery<TimelinePageQuery>(query, page.reference)
  // The first photos are not fetched again, because each month fetches its own photos again after a change.
  useLibraryChange(() => page.refresh({ ...page.loaded.variables, isFirst: false }))
  const sort = photosSort(new URLSearchParams(search))
  const suffix = useMemo(() => photoQuery('photos', search), [search])
  const pathOf = useCallback((photoId: string) => previewPath(photoId) + suffix, [suffix])
  const { all, timeline } = viewer?.library ?? {}
  const companions = isFirstViewShown && (
    <Suspense fallback={null}>
      <TimelineCompanions sort={sort} />
    </Suspense>
  )
  if (all) {
    return (
      <PhotosByUpload library={all} sort={sort} previewPath={pathOf} empty={<EmptyTimeline />}>
        {companions}
      </PhotosByUpload>
    )
  }
  if (!timeline) return <ErrorState message={formatMessage({ id: 'timeline.loadFailed' })} onRetry={page.retry} />
  return (
    // When the first month appears, the `key` mounts the timeline again, because an empty timeline has no elements to
    // measure.
    <Timeline
      key={String(timeline.months.length === 0)}
      months={timeline.months}
      previewPath={pathOf}
      empty={<EmptyTimeline />}
    >
      {companions}
    </Timeline>
  )
}
