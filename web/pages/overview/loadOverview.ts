import { loadQuery } from 'react-relay/hooks'
import type { LoaderFunctionArgs } from 'react-router-dom'
import query, { type OverviewPageQuery } from '../../__generated__/OverviewPageQuery.graphql.ts'
import type { Session } from '../../app/Session.ts'
import { hasSharedAlbums } from '../../app/features.ts'

/** Starts the query of the overview. */
export function loadOverview({ config, environment }: Session, { request }: LoaderFunctionArgs) {
  const variables = { hasSharedAlbums: hasSharedAlbums(config.features, request.url) }
  return loadQuery<OverviewPageQuery>(environment, query, variables, { fetchPolicy: 'store-and-network' })
}
