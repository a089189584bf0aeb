import { useIntl } from 'react-intl'
import { type PreloadedQuery, graphql, usePreloadedQuery } from 'react-relay/hooks'
import { useLoaderData } from 'react-router-dom'
import type { DownloadsPageQuery } from '../../__generated__/DownloadsPageQuery.graphql.ts'
import { useRetriedQuery } from '../../relay/useRetriedQuery.ts'
import { PageFrame } from '../../shared/page-frame/PageFrame.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { DownloadsList } from './DownloadsList.tsx'
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
  return (
    <PageFrame
      below="menu"
      title={formatMessage({ id: 'menu.downloads' })}
      text={formatMessage({ id: 'downloads.text' })}
      message={formatMessage({ id: 'downloads.loadFailed' })}
      onRetry={retry}
      waiting={<DownloadsSkeleton />}
    >
      <Downloads queryReference={reference} onRetry={retry} />
    </PageFrame>
  )
}

interface DownloadsProps {
  readonly queryReference: PreloadedQuery<DownloadsPageQuery>
  readonly onRetry: () => void
}

function Downloads({ queryReference, onRetry }: DownloadsProps) {
  const { formatMessage } = useIntl()
  const { viewer } = usePreloadedQuery<DownloadsPageQuery>(query, queryReference)
  if (!viewer) return <ErrorState message={formatMessage({ id: 'downloads.loadFailed' })} onRetry={onRetry} />
  return <DownloadsList viewer={viewer} onRetry={onRetry} />
}
