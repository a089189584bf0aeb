import { Suspense, lazy } from 'react'
import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { OverviewPageQuery } from '../../__generated__/OverviewPageQuery.graphql.ts'
import type { LoadedQuery } from '../../relay/useLoadedQuery.ts'
import { useIsFirstViewShown, useMarkFirstView } from '../../shared/firstView.ts'
import { useEveryChange } from '../../shared/LibraryEvents.ts'
import { QuerySection } from '../../shared/QuerySection.tsx'
import { useRouteQuery } from '../../shared/page/useRouteQuery.ts'
import { useRouteTitle } from '../../shared/page/useRouteTitle.ts'
import { useFeature } from '../../shared/useFeature.ts'
import { useSession } from '../../app/sessionContext.ts'
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

/** My account overview: a welcome, the latest photos and the counts; on small screens also the menu. */
export function OverviewPage() {
  const { formatMessage } = useIntl()
  const { config } = useSession()
  const page = useRouteQuery<OverviewPageQuery>(query)
  const hasTimeline = useFeature('PhotoManagementTimelineViewEnabled')
  useRouteTitle()
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{formatMessage({ id: 'overview.welcome' }, { brand: config.name })}</h1>
      <HomeMenu />
      {hasTimeline && (
        <QuerySection
          query={page}
          failure={formatMessage({ id: 'timeline.loadFailed' })}
          skeleton={<OverviewSkeleton />}
        >
          <Overview page={page} />
        </QuerySection>
      )}
    </div>
  )
}

function Overview({ page }: { readonly page: LoadedQuery<OverviewPageQuery> }) {
  const { viewer } = usePreloadedQuery<OverviewPageQuery>(query, page.reference)
  useEveryChange(() => page.refresh())
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
