import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { DownloadsPageQuery } from '../../__generated__/DownloadsPageQuery.graphql.ts'
import type { LoadedQuery } from '../../relay/useLoadedQuery.ts'
import { PageFrame } from '../../shared/page/PageFrame.tsx'
import { useRouteQuery } from '../../shared/page/useRouteQuery.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { DownloadsList } from './DownloadsList.tsx'
import { downloadsPerPage } from './downloadsPerPage.ts'
import { DownloadsSkeleton } from './DownloadsSkeleton.tsx'

const query = graphql`
  query DownloadsPageQuery($first: Int!) {
    viewer {
      ...DownloadsList_viewer @arguments(first: $first)
    }
  }
`

/** Lists the archives of photos that the customer has requested on any device. Archives disappear when they expire. */
export function DownloadsPage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<DownloadsPageQuery>(query)
  return (
    <PageFrame
      query={page}
      back="menu"
      text={formatMessage({ id: 'downloads.text' })}
      failure={formatMessage({ id: 'downloads.loadFailed' })}
      skeleton={<DownloadsSkeleton />}
    >
      <Downloads page={page} />
    </PageFrame>
  )
}

function Downloads({ page }: { readonly page: LoadedQuery<DownloadsPageQuery> }) {
  const { formatMessage } = useIntl()
  const { viewer } = usePreloadedQuery<DownloadsPageQuery>(query, page.reference)
  if (!viewer) return <ErrorState message={formatMessage({ id: 'downloads.loadFailed' })} onRetry={page.retry} />
  const refresh = (count: number) => page.refresh({ first: Math.max(count, downloadsPerPage) })
  return <DownloadsList viewer={viewer} onRetry={page.retry} onRefresh={refresh} />
}
