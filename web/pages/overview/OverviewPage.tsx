import { type ReactNode, Suspense, lazy, useLayoutEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import { useLoaderData } from 'react-router-dom'
import type { OverviewPageQuery } from '../../__generated__/OverviewPageQuery.graphql.ts'
import type { StorageNoticeQuery } from '../../__generated__/StorageNoticeQuery.graphql.ts'
import { useFreshQuery } from '../../relay/useFreshQuery.ts'
import { type LoadedQuery, useLoadedQuery } from '../../relay/useLoadedQuery.ts'
import { useReleaseOnLeave } from '../../relay/useReleaseOnLeave.ts'
import { useIsFirstViewShown, useMarkFirstView } from '../../shared/firstView.ts'
import { useEveryChange } from '../../shared/LibraryEvents.ts'
import { QuerySection } from '../../shared/QuerySection.tsx'
import { useRouteTitle } from '../../shared/page/useRouteTitle.ts'
import { useFeature } from '../../shared/useFeature.ts'
import { useSession } from '../../app/sessionContext.ts'
import { HomeMenu } from './HomeMenu.tsx'
import { LatestPhotos } from './LatestPhotos.tsx'
import { LibrarySummary } from './LibrarySummary.tsx'
import type { LoadedOverview } from './loadOverview.ts'
import { OverviewSkeleton } from './OverviewSkeleton.tsx'
import { keptHeight } from './partMemory.ts'
import { PartSkeleton } from './PartSkeleton.tsx'
import { StorageNotice, storageNoticeQuery } from './StorageNotice.tsx'
import styles from './OverviewPage.module.css'
import { useNoticePlace } from './useNoticePlace.ts'

const Mentions = lazy(async () => ({ default: (await import('./Mentions.tsx')).Mentions }))

const RecentProjects = lazy(async () => ({ default: (await import('./RecentProjects.tsx')).RecentProjects }))
const LatestOrder = lazy(async () => ({ default: (await import('./LatestOrder.tsx')).LatestOrder }))
const OrderByDates = lazy(async () => ({ default: (await import('./OrderByDates.tsx')).OrderByDates }))

const query = graphql`
  query OverviewPageQuery($hasSharedAlbums: Boolean!) {
    viewer {
      library {
        photosCount
        ...LibrarySummary_library
        ...LatestPhotos_library
      }
    }
  }
`

/**
 * The overview of the account: the latest order, the notice of a near deletion, the order-by dates of a season, the
 * latest photos and the counts; on small screens, the menu too.
 */
export function OverviewPage() {
  const { formatMessage } = useIntl()
  const { config, accountId } = useSession()
  const isFirstViewShown = useIsFirstViewShown()
  // If no height was stored at an earlier view, the order and the dates are last: their arrival must not move the
  // photos.
  const [orderHeight] = useState(() => keptHeight('latestOrder', accountId))
  const [datesHeight] = useState(() => keptHeight('orderByDates', accountId))
  const order = (
    <Suspense fallback={roomOf(orderHeight)}>
      <LatestOrder reservedHeight={orderHeight} />
    </Suspense>
  )
  const dates = isFirstViewShown ? (
    <Suspense fallback={roomOf(datesHeight)}>
      <OrderByDates reservedHeight={datesHeight} />
    </Suspense>
  ) : (
    roomOf(datesHeight)
  )
  const firstDates = datesHeight !== null && dates
  const hasTimeline = useFeature('PhotoManagementTimelineViewEnabled')
  useRouteTitle()
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{formatMessage({ id: 'overview.welcome' }, { brand: config.name })}</h1>
      {orderHeight !== null && order}
      {hasTimeline ? (
        <Library>{firstDates}</Library>
      ) : (
        <>
          {firstDates}
          <HomeMenu />
        </>
      )}
      {orderHeight === null && isFirstViewShown && order}
      {datesHeight === null && dates}
    </div>
  )
}

/** The space for a part of this height (px); with null, no space is reserved. */
function roomOf(height: number | null): ReactNode {
  return height === null ? null : <PartSkeleton height={height} />
}

/**
 * The photos with the notice about their storage. The children are above the photos, but below a notice of a near
 * deletion.
 */
function Library({ children }: { readonly children: ReactNode }) {
  const { formatMessage } = useIntl()
  // The route's loader returns this; the router does not know its type.
  const loaded = useLoaderData() as LoadedOverview
  const page = useLoadedQuery<OverviewPageQuery>(query, loaded.page)
  useReleaseOnLeave(loaded.storage)
  const { reference } = useFreshQuery<StorageNoticeQuery>(storageNoticeQuery, loaded.storage)
  const isFirstViewShown = useIsFirstViewShown()
  const { isNoticeFirst, onPhotos, onAnswer } = useNoticePlace()
  const notice = reference && <StorageNotice queryReference={reference} onAnswer={onAnswer} />
  return (
    <>
      {isNoticeFirst && <div className={styles.room}>{notice}</div>}
      {children}
      <QuerySection query={page} failure={formatMessage({ id: 'timeline.loadFailed' })} skeleton={<OverviewSkeleton />}>
        <Photos page={page} onShown={onPhotos} />
      </QuerySection>
      <HomeMenu />
      {!isNoticeFirst && notice}
      {isFirstViewShown && (
        <Suspense fallback={null}>
          <RecentProjects />
          <Mentions />
        </Suspense>
      )}
    </>
  )
}

interface PhotosProps {
  readonly page: LoadedQuery<OverviewPageQuery>
  /** Called before the photos are painted; false: the library has none. */
  readonly onShown: (hasPhotos: boolean) => void
}

function Photos({ page, onShown }: PhotosProps) {
  const { viewer } = usePreloadedQuery<OverviewPageQuery>(query, page.reference)
  useEveryChange(() => page.refresh())
  useMarkFirstView(true)
  const hasPhotos = viewer?.library.photosCount !== 0
  useLayoutEffect(() => onShown(hasPhotos), [hasPhotos, onShown])
  if (!viewer) return null
  return (
    <>
      <LatestPhotos library={viewer.library} onRetry={page.retry} />
      <LibrarySummary library={viewer.library} />
    </>
  )
}
