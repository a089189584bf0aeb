import { Suspense, lazy, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { OverviewPageQuery } from '../../__generated__/OverviewPageQuery.graphql.ts'
import type { StorageNoticeQuery } from '../../__generated__/StorageNoticeQuery.graphql.ts'
import { useFreshQuery } from '../../relay/useFreshQuery.ts'
import type { LoadedQuery } from '../../relay/useLoadedQuery.ts'
import { useIsFirstViewShown, useMarkFirstView } from '../../shared/firstView.ts'
import { useEveryChange } from '../../shared/LibraryEvents.ts'
import { QuerySection } from '../../shared/QuerySection.tsx'
import { useRouteQuery } from '../../shared/page/useRouteQuery.ts'
import { useRouteTitle } from '../../shared/page/useRouteTitle.ts'
import { rememberDeletion, wasDeletionNear } from '../../shared/storage/deletionMemory.ts'
import { useFeature } from '../../shared/useFeature.ts'
import { useSession } from '../../app/sessionContext.ts'
import { HomeMenu } from './HomeMenu.tsx'
import { LatestPhotos } from './LatestPhotos.tsx'
import { LibrarySummary } from './LibrarySummary.tsx'
import { OverviewSkeleton } from './OverviewSkeleton.tsx'
import { StorageNotice, storageNoticeQuery } from './StorageNotice.tsx'
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

/**
 * The overview of the account: the notice of a near deletion, the latest photos and the counts; on small screens also
 * the menu.
 */
export function OverviewPage() {
  const { formatMessage } = useIntl()
  const { config } = useSession()
  const hasTimeline = useFeature('PhotoManagementTimelineViewEnabled')
  useRouteTitle()
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{formatMessage({ id: 'overview.welcome' }, { brand: config.name })}</h1>
      {hasTimeline ? <Library /> : <HomeMenu />}
    </div>
  )
}

/**
 * The notice about the storage is first if a deletion is near, otherwise last. Its place is known from the last view,
 * or from an answer that arrives before the photos; afterwards the notice stays there, because photos that are shown
 * must not move.
 */
function Library() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<OverviewPageQuery>(query)
  const { reference } = useFreshQuery<StorageNoticeQuery>(storageNoticeQuery)
  const isFirstViewShown = useIsFirstViewShown()
  const [isNoticeFirst, setNoticeFirst] = useState(wasDeletionNear)
  const arePhotosShown = useRef(false)
  const onShown = useCallback(() => {
    arePhotosShown.current = true
  }, [])
  const onAnswer = useCallback((isNear: boolean) => {
    rememberDeletion(isNear)
    if (!arePhotosShown.current) setNoticeFirst(isNear)
  }, [])
  const notice = reference && <StorageNotice queryReference={reference} onAnswer={onAnswer} />
  return (
    <>
      {isNoticeFirst && <div className={styles.room}>{notice}</div>}
      <QuerySection query={page} failure={formatMessage({ id: 'timeline.loadFailed' })} skeleton={<OverviewSkeleton />}>
        <Photos page={page} onShown={onShown} />
      </QuerySection>
      <HomeMenu />
      {!isNoticeFirst && notice}
      {isFirstViewShown && (
        <Suspense fallback={null}>
          <Mentions />
        </Suspense>
      )}
    </>
  )
}

interface PhotosProps {
  readonly page: LoadedQuery<OverviewPageQuery>
  /** Called before the photos are painted. */
  readonly onShown: () => void
}

function Photos({ page, onShown }: PhotosProps) {
  const { viewer } = usePreloadedQuery<OverviewPageQuery>(query, page.reference)
  useEveryChange(() => page.refresh())
  useMarkFirstView(true)
  useLayoutEffect(onShown, [onShown])
  if (!viewer) return null
  return (
    <>
      <LatestPhotos library={viewer.library} />
      <LibrarySummary library={viewer.library} />
    </>
  )
}
