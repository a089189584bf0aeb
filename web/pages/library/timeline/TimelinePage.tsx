import { Suspense, lazy, useState } from 'react'
import { useIntl } from 'react-intl'
import { fetchQuery, graphql, loadQuery, usePreloadedQuery } from 'react-relay/hooks'
import type { PreloadedQuery } from 'react-relay/hooks'
import { useLoaderData } from 'react-router-dom'
import type { TimelinePageQuery } from '../../../__generated__/TimelinePageQuery.graphql.ts'
import { useReleaseOnLeave } from '../../../relay/useRouteQuery.ts'
import { useLibraryChange } from '../../../shared/LibraryEvents.ts'
import { SectionBoundary } from '../../../shared/SectionBoundary.tsx'
import { usePageTitle } from '../../../shared/usePageTitle.ts'
import { useApp } from '../../../startup/appContext.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Timeline } from './Timeline.tsx'
import { TimelineSkeleton } from './TimelineSkeleton.tsx'

const EmptyTimeline = lazy(async () => ({ default: (await import('./EmptyTimeline.tsx')).EmptyTimeline }))

const query = graphql`
  query TimelinePageQuery {
    viewer {
      library {
        timeline {
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
  const [retried, setRetried] = useState<PreloadedQuery<TimelinePageQuery> | null>(null)
  const queryReference = retried ?? loaded
  useReleaseOnLeave(queryReference)
  usePageTitle(formatMessage({ id: 'library.title' }))
  const retry = () => setRetried(loadQuery<TimelinePageQuery>(environment, query, {}, { fetchPolicy: 'network-only' }))
  return (
    <SectionBoundary message={formatMessage({ id: 'timeline.loadFailed' })} onRetry={retry}>
      <Suspense fallback={<TimelineSkeleton />}>
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
  const { viewer } = usePreloadedQuery<TimelinePageQuery>(query, queryReference)
  useLibraryChange(() => {
    // A failure leaves what was shown; the next change tries again.
    fetchQuery<TimelinePageQuery>(environment, query, {}, { networkCacheConfig: { force: true } }).subscribe({})
  })
  const timeline = viewer?.library.timeline
  if (!timeline) return <ErrorState message={formatMessage({ id: 'timeline.loadFailed' })} onRetry={onRetry} />
  if (timeline.months.length === 0) return <EmptyTimeline />
  return <Timeline months={timeline.months} />
}
