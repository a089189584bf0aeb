import { Suspense, lazy, useState } from 'react'
import { useIntl } from 'react-intl'
import { type PreloadedQuery, fetchQuery, graphql, loadQuery, usePreloadedQuery } from 'react-relay/hooks'
import { useLoaderData } from 'react-router-dom'
import type { OverviewPageQuery } from '../../__generated__/OverviewPageQuery.graphql.ts'
import { useReleaseOnLeave } from '../../relay/useReleaseOnLeave.ts'
import { useIsFirstViewShown, useMarkFirstView } from '../../shared/firstView.ts'
import { useEveryChange } from '../../shared/LibraryEvents.ts'
import { SectionBoundary } from '../../shared/SectionBoundary.tsx'
import { useFeature } from '../../shared/useFeature.ts'
import { usePageTitle } from '../../shared/usePageTitle.ts'
import { useApp } from '../../app/appContext.ts'
import { HomeMenu } from './HomeMenu.tsx'
import { LatestPhotos } from './LatestPhotos.tsx'
import { LibrarySummary } from './LibrarySummary.tsx'
import { OverviewSkeleton } from './OverviewSkeleton.tsx'
import styles from './OverviewPage.module.css'

const Mentions = lazy(async () => ({ default: (await import('./Mentions.tsx')).Mentions }))

const query = graphql`
  query OverviewPageQuery($hasSharedAlbums: Boolean!) {
    viewer {
      library {
        ...LibrarySummary_library
        ...LatestPhotos_library
      }
    }
  }
`

/** My account overview: a welcome, what the library holds, and the ways on. On small screens it is the menu, too. */
export function OverviewPage() {
  const { formatMessage } = useIntl()
  const { config, environment } = useApp()
  // The route's loader returns this; the router does not know its type.
  const loaded = useLoaderData() as PreloadedQuery<OverviewPageQuery>
  const [retried, setRetried] = useState<PreloadedQuery<OverviewPageQuery> | null>(null)
  const queryReference = retried ?? loaded
  const hasTimeline = useFeature('PhotoManagementTimelineViewEnabled')
  useReleaseOnLeave(queryReference)
  usePageTitle(formatMessage({ id: 'menu.overview' }))
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{formatMessage({ id: 'overview.welcome' }, { brand: config.name })}</h1>
      <HomeMenu />
      {hasTimeline && (
        <SectionBoundary
          message={formatMessage({ id: 'timeline.loadFailed' })}
          onRetry={() => {
            const options = { fetchPolicy: 'network-only' } as const
            setRetried(loadQuery<OverviewPageQuery>(environment, query, queryReference.variables, options))
          }}
        >
          <Suspense fallback={<OverviewSkeleton />}>
            <Overview queryReference={queryReference} />
          </Suspense>
        </SectionBoundary>
      )}
    </div>
  )
}

function Overview({ queryReference }: { readonly queryReference: PreloadedQuery<OverviewPageQuery> }) {
  const { viewer } = usePreloadedQuery<OverviewPageQuery>(query, queryReference)
  const { environment } = useApp()
  useEveryChange(() => {
    // A failure leaves what was shown; the next change tries again.
    fetchQuery<OverviewPageQuery>(environment, query, queryReference.variables, {
      networkCacheConfig: { force: true },
    }).subscribe({})
  })
  useMarkFirstView(true)
  const isFirstViewShown = useIsFirstViewShown()
  if (!viewer) return null
  return (
    <>
      <LatestPhotos library={viewer.library} />
      <LibrarySummary library={viewer.library} />
      {isFirstViewShown && (
        <Suspense fallback={null}>
          <Mentions />
        </Suspense>
      )}
    </>
  )
}
