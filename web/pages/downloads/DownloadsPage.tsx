import { Suspense } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { PreloadedQuery } from 'react-relay/hooks'
import { useLoaderData } from 'react-router-dom'
import type { DownloadsPageQuery } from '../../__generated__/DownloadsPageQuery.graphql.ts'
import { useRetriedQuery } from '../../relay/useRetriedQuery.ts'
import { wholeAnswer } from '../../relay/wholeAnswer.ts'
import { AppLink } from '../../shared/AppLink.tsx'
import { useMarkFirstView } from '../../shared/firstView.ts'
import { homePath } from '../../shared/paths.ts'
import { SectionBoundary } from '../../shared/SectionBoundary.tsx'
import { usePageTitle } from '../../shared/usePageTitle.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ChevronLeftIcon } from '../../ui/icons.tsx'
import { DownloadsList } from './DownloadsList.tsx'
import styles from './DownloadsPage.module.css'
import { DownloadsSkeleton } from './DownloadsSkeleton.tsx'

const query = graphql`
  query DownloadsPageQuery($first: Int!) {
    viewer {
      ...DownloadsList_viewer @arguments(first: $first)
    }
  }
`

/** The archives of photos that were asked for, on whatever device, as long as they are kept. */
export function DownloadsPage() {
  const { formatMessage } = useIntl()
  // The route's loader returns this; the router does not know its type.
  const loaded = useLoaderData() as PreloadedQuery<DownloadsPageQuery>
  const { reference, retry } = useRetriedQuery<DownloadsPageQuery>(query, loaded)
  usePageTitle(formatMessage({ id: 'menu.downloads' }))
  return (
    <div className={styles.page}>
      <header>
        <AppLink to={homePath} className={styles.back}>
          <ChevronLeftIcon size={18} />
          <FormattedMessage id="library.backToMenu" />
        </AppLink>
        <h1 className={styles.title}>
          <FormattedMessage id="menu.downloads" />
        </h1>
        <p className={styles.text}>
          <FormattedMessage id="downloads.text" />
        </p>
      </header>
      <SectionBoundary message={formatMessage({ id: 'downloads.loadFailed' })} onRetry={retry}>
        <Suspense fallback={<DownloadsSkeleton />}>
          <Downloads queryReference={reference} onRetry={retry} />
        </Suspense>
      </SectionBoundary>
    </div>
  )
}

interface DownloadsProps {
  readonly queryReference: PreloadedQuery<DownloadsPageQuery>
  readonly onRetry: () => void
}

function Downloads({ queryReference, onRetry }: DownloadsProps) {
  const { formatMessage } = useIntl()
  const { viewer } = usePreloadedQuery<DownloadsPageQuery>(query, queryReference, wholeAnswer)
  useMarkFirstView(true)
  if (!viewer) return <ErrorState message={formatMessage({ id: 'downloads.loadFailed' })} onRetry={onRetry} />
  return <DownloadsList viewer={viewer} onRetry={onRetry} />
}
