import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { ConnectedAppsPageQuery } from '../../__generated__/ConnectedAppsPageQuery.graphql.ts'
import type { LoadedQuery } from '../../relay/useLoadedQuery.ts'
import { PageFrame } from '../../shared/page/PageFrame.tsx'
import { useRouteQuery } from '../../shared/page/useRouteQuery.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ConnectedAppsList } from './ConnectedAppsList.tsx'
import { ConnectedAppsSkeleton } from './ConnectedAppsSkeleton.tsx'

const query = graphql`
  query ConnectedAppsPageQuery {
    viewer {
      connectedApps @catch(to: RESULT) {
        __typename
        ...ConnectedAppsList_apps
      }
    }
  }
`

/** Lists the apps of other teams and of partners that may use the account. The customer can disconnect each of them. */
export function ConnectedAppsPage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<ConnectedAppsPageQuery>(query)
  return (
    <PageFrame
      query={page}
      back="settings"
      failure={formatMessage({ id: 'apps.loadFailed' })}
      skeleton={<ConnectedAppsSkeleton />}
    >
      <ConnectedApps page={page} />
    </PageFrame>
  )
}

function ConnectedApps({ page }: { readonly page: LoadedQuery<ConnectedAppsPageQuery> }) {
  const { formatMessage } = useIntl()
  const { viewer } = usePreloadedQuery<ConnectedAppsPageQuery>(query, page.reference)
  if (!viewer?.connectedApps.ok) {
    return <ErrorState message={formatMessage({ id: 'apps.loadFailed' })} onRetry={page.retry} />
  }
  const { value: apps } = viewer.connectedApps
  if (!apps) return <p>{formatMessage({ id: 'apps.elsewhere' })}</p>
  if (apps.length > 0) return <ConnectedAppsList apps={apps} />
  return <EmptyState title={formatMessage({ id: 'apps.empty' })}>{formatMessage({ id: 'apps.emptyText' })}</EmptyState>
}
